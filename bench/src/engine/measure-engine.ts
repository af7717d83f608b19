import type { Report } from '../report.ts';
import { asSubtitleEdit, traps } from './agreement/cleaning-outcomes.ts';
import { countRight } from './agreement/count-right.ts';
import { legacyEncodings, oddSrt, rollingCaptions, webVttAsChromium } from './agreement/reading-outcomes.ts';
import { measureReading } from './reading/measure-reading.ts';

// Other programs' results on the same material.
const REFERENCES = [
  'Others on the same material. SubRip and WebVTT: npm’s libraries read 22 to 40 of 54 SubRip cases; webvtt-parser, which reads ours, passes the standard’s 37 of 37.',
  'Cleaning: bazarr agrees with Subtitle Edit’s ‘Remove text for hearing impaired’ in 34 of 117 cases.',
];

/** Measures the subtitle engine's correctness, and its reading speed. */
export async function measureEngine(): Promise<Report> {
  const parts = [
    countRight('WebVTT files read as Chromium does', webVttAsChromium()),
    countRight('odd SubRip files read', oddSrt()),
    countRight('files in legacy encodings decoded', legacyEncodings()),
    countRight('YouTube’s rolling captions made clean', rollingCaptions()),
    countRight('cases of Subtitle Edit cleaned', asSubtitleEdit()),
    countRight('traps of cleaning', traps()),
    measureReading(),
  ];
  return {
    rows: parts.flatMap(({ rows }) => rows),
    notes: [...parts.flatMap(({ notes }) => notes), ...REFERENCES],
  };
}
