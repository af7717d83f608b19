import { readVtt, readYouTubeCaptions } from '@sayback/subtitles';
import { decode } from '@sayback/subtitles/decode';
import { readData, readExpected } from '../data-folder.ts';
import type { Parser, Row } from '../reading/other-parsers.ts';
import type { Outcome } from './count-right.ts';

type ChromiumCue = { startTime: number; endTime: number; text: string };
type VttCase = { file: string; chromium: { cues: ChromiumCue[] } };

/** Returns a parser's cues, with times in whole milliseconds; null if it throws. */
function readCues({ read }: Parser, text: string): Row[] | null {
  try {
    return read(text).map((row) => ({ ...row, start: Math.round(row.start), end: Math.round(row.end) }));
  } catch {
    return null;
  }
}

/** Compares a text with the expected one. Other parsers may leave tags, and spaces at the ends. */
type Compare = (text: string | undefined, expected: string | undefined) => boolean;
const toPlainText = (text = '') => readPayloadText(text.replaceAll('\n\n', '\n'))?.trim() ?? '';
export const isEqualText: Compare = (text, expected) => text === expected;
export const isEqualWithoutTags: Compare = (text, expected) => toPlainText(text) === toPlainText(expected);

/** Compares the cues of files from several test suites with those of Chromium's parser: times and texts. */
export function compareWithChromium(parser: Parser, compare = isEqualText): Outcome[] | null {
  const cases = readExpected<VttCase[]>('vtt/expected.json');
  return (
    cases?.map(({ file, chromium }) => {
      const cues = readCues(parser, readData(`vtt/${file}`).toString());
      const right = chromium.cues.every(({ startTime, endTime, text: payload }, at) => {
        const { start, end, text } = cues?.[at] ?? {};
        const isTimed = start === Math.round(startTime * 1000) && end === Math.round(endTime * 1000);
        return isTimed && compare(text, readPayloadText(payload));
      });
      return { name: file, right: right && cues?.length === chromium.cues.length };
    }) ?? null
  );
}

/** Reads a cue's text from Chromium's API, which has tags, as plain text: in a file with one cue. */
function readPayloadText(payload: string): string | undefined {
  return readVtt(`WEBVTT\n\n00:00.000 --> 00:01.000\n${payload}`).cues[0]?.text;
}

type SrtCue = { startMs?: number; endMs?: number; text?: string; text_plain?: string };
type SrtCase = {
  file: string;
  expected: { error?: true; cueCount?: number; cues?: SrtCue[] };
  also: Record<string, { cues: unknown[] }>;
};

/** Checks that odd and malformed SubRip files give every intended cue, with its time and text. */
export function checkOddSrt(parser: Parser, compare = isEqualText): Outcome[] | null {
  const cases = readExpected<SrtCase[]>('srt/expected.json');
  return (
    cases?.map((testCase) => ({ name: testCase.file, right: isReadCorrectly(parser, testCase, compare) })) ??
    null
  );
}

function isReadCorrectly(parser: Parser, { file, expected, also }: SrtCase, compare: Compare): boolean {
  const cues = readCues(parser, readData(`srt/${file}`).toString());
  if (cues === null) return false;
  // The library that the file is from rejects it: require as many cues as pysubs2 reads, or at least one.
  if (expected.error) return cues.length === (also.pysubs2?.cues.length || cues.length) && cues.length > 0;
  if (expected.cueCount !== undefined && cues.length !== expected.cueCount) return false;
  return (expected.cues ?? []).every(({ startMs, endMs, text_plain, text = text_plain }, at) => {
    const cue = cues[at];
    const timed = startMs === undefined || (cue?.start === startMs && cue.end === endMs);
    // One of the reference libraries preserved tags.
    return timed && (text === undefined || compare(cue?.text, text.replace(/<\/?i>/g, '')));
  });
}

/** Checks that SubRip files in legacy encodings are decoded exactly. */
export function checkLegacyEncodings(): Outcome[] | null {
  const cases = readExpected<{ file: string; text: string }[]>('encodings/expected.json');
  return (
    cases?.map(({ file, text }) => {
      const decoded = decode(readData(`encodings/${file}`)).text;
      return { name: file, right: decoded === text.replace(/^\uFEFF/, '') };
    }) ?? null
  );
}

type Captions = { deduplicated: { start: number; end: number; text: string }[]; tolerance_s: number };

/** Checks that YouTube's rolling captions give every line once, at its time. */
export function checkRollingCaptions(): Outcome[] | null {
  const cases = readExpected<Record<string, Captions>>('youtube-captions/expected.json');
  if (cases === null) return null;
  return Object.entries(cases).map(([name, { deduplicated, tolerance_s }]) => {
    const { cues } = readYouTubeCaptions(readData(`youtube-captions/${name}`).toString());
    const isNear = (ms: number, seconds: number) => Math.abs(ms - seconds * 1000) <= tolerance_s * 1000;
    const right = deduplicated.every(({ start, end, text }, at) => {
      const cue = cues[at];
      return cue?.text === text && isNear(cue.start, start) && isNear(cue.end, end);
    });
    return { name, right: right && cues.length === deduplicated.length };
  });
}
