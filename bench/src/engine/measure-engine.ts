import { info, type Report } from '../report.ts';
import { asSubtitleEdit, traps } from './agreement/cleaning-outcomes.ts';
import { countRight, type Outcome } from './agreement/count-right.ts';
import {
  ignoringTags,
  legacyEncodings,
  oddSrt,
  rollingCaptions,
  webVttAsChromium,
} from './agreement/reading-outcomes.ts';
import { measureReading } from './reading/measure-reading.ts';
import { PARSERS } from './reading/other-parsers.ts';

// Other programs' results on the same material.
const REFERENCES = [
  'Others on the same material: a file counts as read by a library if its times are right, and its texts but for tags and blanks at the ends. webvtt-parser, which reads ours, passes the standard’s 37 of 37.',
  'Cleaning: bazarr agrees with Subtitle Edit’s ‘Remove text for hearing impaired’ in 34 of 117 cases.',
];

const [ourSrt, ...otherSrt] = PARSERS.srt;
const [ourVtt, ...otherVtt] = PARSERS.vtt;

const infoRight = (label: string, outcomes: readonly Outcome[] | null) =>
  info(
    label,
    outcomes ? `${outcomes.filter(({ right }) => right).length} of ${outcomes.length}` : 'left out',
  );

/** Measures the subtitle engine's correctness, and its reading speed. */
export async function measureEngine(): Promise<Report> {
  const parts = [
    countRight('WebVTT files read as Chromium does', webVttAsChromium(ourVtt)),
    countRight('odd SubRip files read', oddSrt(ourSrt)),
    countRight('files in legacy encodings decoded', legacyEncodings()),
    countRight('YouTube’s rolling captions de-duplicated', rollingCaptions()),
    countRight('cases of Subtitle Edit cleaned', asSubtitleEdit()),
    countRight('cleaning of difficult cases', traps()),
    measureReading(),
  ];
  const others = [
    ...otherSrt.map((parser) =>
      infoRight(`odd SubRip files read: ${parser.name}`, oddSrt(parser, ignoringTags)),
    ),
    ...otherVtt.map((parser) =>
      infoRight(`WebVTT files read as Chromium does: ${parser.name}`, webVttAsChromium(parser, ignoringTags)),
    ),
  ];
  return {
    rows: [...parts.flatMap(({ rows }) => rows), ...others],
    notes: [...parts.flatMap(({ notes }) => notes), ...REFERENCES],
  };
}
