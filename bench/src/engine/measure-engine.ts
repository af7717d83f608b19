import { info, type Report } from '../report.ts';
import { checkTraps, compareWithSubtitleEdit } from './agreement/cleaning-outcomes.ts';
import { countRight, type Outcome } from './agreement/count-right.ts';
import {
  checkLegacyEncodings,
  checkOddSrt,
  checkRollingCaptions,
  compareWithChromium,
  isEqualWithoutTags,
} from './agreement/reading-outcomes.ts';
import { measureReading } from './reading/measure-reading.ts';
import { PARSERS } from './reading/other-parsers.ts';

// Results of other programs on the same material.
const REFERENCES = [
  'Others on the same material: a file counts as read by a library if its times are right, and its texts but for tags and blanks at the ends. webvtt-parser, which reads ours, passes the standard’s 37 of 37.',
  'Cleaning: bazarr agrees with Subtitle Edit’s ‘Remove text for hearing impaired’ in 34 of 117 cases.',
];

const [ourSrtOutcomes, ...otherSrt] = PARSERS.srt;
const [ourVtt, ...otherVtt] = PARSERS.vtt;

const buildInfoRow = (label: string, outcomes: readonly Outcome[] | null) =>
  info(
    label,
    outcomes ? `${outcomes.filter(({ right }) => right).length} of ${outcomes.length}` : 'left out',
  );

/** Measures the subtitle engine's correctness, and its reading speed. */
export async function measureEngine(): Promise<Report> {
  const parts = [
    countRight('WebVTT files read as Chromium does', compareWithChromium(ourVtt)),
    countRight('odd SubRip files read', checkOddSrt(ourSrtOutcomes)),
    countRight('files in legacy encodings decoded', checkLegacyEncodings()),
    countRight('YouTube’s rolling captions de-duplicated', checkRollingCaptions()),
    countRight('cases of Subtitle Edit cleaned', compareWithSubtitleEdit()),
    countRight('cleaning of difficult cases', checkTraps()),
    measureReading(),
  ];
  const others = [
    ...otherSrt.map((parser) =>
      buildInfoRow(`odd SubRip files read: ${parser.name}`, checkOddSrt(parser, isEqualWithoutTags)),
    ),
    ...otherVtt.map((parser) =>
      buildInfoRow(
        `WebVTT files read as Chromium does: ${parser.name}`,
        compareWithChromium(parser, isEqualWithoutTags),
      ),
    ),
  ];
  return {
    rows: [...parts.flatMap(({ rows }) => rows), ...others],
    notes: [...parts.flatMap(({ notes }) => notes), ...REFERENCES],
  };
}
