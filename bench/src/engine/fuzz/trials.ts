import type { Cue, Reading } from '@sayback/subtitles';
import {
  check,
  clean,
  previewRegex,
  readSrt,
  readSubtitles,
  readVtt,
  readYouTubeCaptions,
  writeAss,
  writeSrt,
  writeTtml,
  writeVtt,
} from '@sayback/subtitles';
import { decode } from '@sayback/subtitles/decode';
import { findAlignFault, findSyncFault } from './align-faults.ts';
import type { Input } from './make-input.ts';
import {
  findReadingFault,
  findSrtFault,
  findVttFault,
  findWrappedFault,
  isSame,
  isWellFormed,
} from './reading-faults.ts';

/** A part of the engine applied to an input: `work` is timed, `findFault` checks its result. Null means no fault. */
export type Trial<T = unknown> = {
  name: string;
  /** True if the time of `work` is compared with the limit per byte. Alignment has its own limit. */
  isTimed: boolean;
  work: () => T;
  findFault: (result: T) => string | null;
};

const createTrial = <T>(
  name: string,
  isTimed: boolean,
  work: () => T,
  findFault: (result: T) => string | null,
): Trial => ({
  name,
  isTimed,
  work,
  findFault: (result) => findFault(result as T),
});

// Alignment takes milliseconds instead of microseconds, so it only runs on some small inputs.
const ALIGNED_ONE_IN = 10;
const MAX_ALIGNED = 40;
const MAX_ALIGNED_LENGTH = 20_000;

export function makeTrials({ text, random }: Input): Trial[] {
  const readers = [readSrt, readVtt, readYouTubeCaptions];
  const cues = readAny(text).cues;
  const bytes = Buffer.from(text, (['utf8', 'utf16le', 'latin1'] as const)[random(3)]);
  const broken = bytes.subarray(random(4), bytes.length - random(4));
  const from = random(text.length);
  const edit = { pattern: text.slice(from, from + 1 + random(12)), ignoreCase: random(2) === 0 };
  const replacement = text.slice(from, from + random(6));
  const texts = cues.map((cue) => cue.text);
  const switches = {
    hearingImpaired: random(4) > 0,
    speakerNames: random(4) > 0,
    effects: random(4) > 0,
  };
  const list = cues.slice(0, MAX_ALIGNED);
  const others = list
    .filter(() => random(8) > 0)
    .map((cue) => ({ ...cue, start: cue.start + random(3000), end: cue.end + random(3000) }));
  const isAligned = random(ALIGNED_ONE_IN) === 0 && text.length <= MAX_ALIGNED_LENGTH;
  const pairTrials = [
    createTrial(
      'align',
      false,
      () => findAlignFault(list, others),
      (fault) => fault,
    ),
    createTrial(
      'synchronise',
      false,
      () => findSyncFault(list, others),
      (fault) => fault,
    ),
  ];
  return [
    ...readers.map((read) =>
      createTrial(
        read.name,
        true,
        () => read(text),
        (reading) => findReadingFault(reading, text),
      ),
    ),
    createTrial(
      'writeSrt',
      true,
      () => writeSrt(cues),
      (written) => findSrtFault(written),
    ),
    createTrial(
      'writeVtt',
      true,
      () => writeVtt(cues),
      (written) => findVttFault(written, cues),
    ),
    createTrial(
      'writeAss',
      true,
      () => writeAss(cues),
      (written) => findWrappedFault('ass', written, cues),
    ),
    createTrial(
      'writeTtml',
      true,
      () => writeTtml(cues),
      (written) => findWrappedFault('ttml', written, cues),
    ),
    createTrial(
      'decode',
      true,
      () => decode(broken),
      ({ encoding }) => (encoding === '' ? 'no encoding' : null),
    ),
    createTrial(
      'clean',
      true,
      () => clean(cues, switches),
      (cleaning) => findCleanFault(cues, cleaning, switches),
    ),
    createTrial(
      'check',
      true,
      () => check(cues),
      (warnings) => findCheckFault(cues, warnings),
    ),
    createTrial(
      'previewRegex',
      true,
      () => previewRegex(texts, { ...edit, replacement }),
      (preview) => findRegexFault(texts, preview),
    ),
    ...(isAligned ? pairTrials : []),
  ];
}

/** Returns the result of the reader that finds the most cues, so that the following steps have input. */
function readAny(text: string): Reading {
  const readings = [readSrt(text), readVtt(text), readSubtitles(text)];
  return readings.reduce((best, reading) => (reading.cues.length > best.cues.length ? reading : best));
}

type Switches = Parameters<typeof clean>[1];

function findCleanFault(
  cues: readonly Cue[],
  { cues: left, changes }: ReturnType<typeof clean>,
  switches: Switches,
): string | null {
  if (!left.every(isWellFormed)) return 'a cue is not well-formed';
  const gone = changes.filter(({ after }) => after === null).length;
  if (left.length + gone !== cues.length) return 'the cues are not those left by the changes';
  const texts = cues.map(({ text }) => text as string | null);
  for (const { index, before, after } of changes) {
    if (texts[index - 1] !== before) return 'a change does not start from the previous one’s text';
    texts[index - 1] = after;
  }
  if (
    !isSame(
      texts.filter((text) => text !== null),
      left.map(({ text }) => text),
    )
  )
    return 'the changes lead to another text';
  return clean(left, switches).changes.length > 0 ? 'cleaning again makes further changes' : null;
}

function findCheckFault(cues: readonly Cue[], warnings: ReturnType<typeof check>): string | null {
  const isRight = warnings.every(({ index, ...warning }, at) => {
    const measured =
      !('value' in warning) || (Number.isFinite(warning.value) && warning.value !== warning.limit);
    return measured && index >= (warnings[at - 1]?.index ?? 1) && index <= cues.length;
  });
  return isRight ? null : 'a warning is not well-formed';
}

function findRegexFault(texts: readonly string[], preview: ReturnType<typeof previewRegex>): string | null {
  if ('problem' in preview) return preview.problem === '' ? 'refused without a reason' : null;
  const isRight = preview.changes.every(({ position, before, after, matches }) => {
    let from = 0;
    let to = 0;
    const restUnchanged = matches.every((match) => {
      const isUnchanged = before.slice(from, match.before.start) === after.slice(to, match.after.start);
      [from, to] = [match.before.end, match.after.end];
      return isUnchanged;
    });
    return texts[position] === before && restUnchanged && before.slice(from) === after.slice(to);
  });
  return isRight ? null : 'the spans do not show the changes';
}
