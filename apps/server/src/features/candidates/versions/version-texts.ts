import {
  type Block,
  type CleanChange,
  type Cleaning,
  type CleanOptions,
  type Cue,
  clean,
  readSubtitles,
  writeSrt,
  writeSubtitles,
  writtenFormat,
} from '@sayback/subtitles';
import { type Message, problemMessage } from '../../../messages/message.ts';

/** Counts cues in a worker thread. */

export const countCues = (text: string): number => readSubtitles(text).cues.length;

export const convertToSrt = (text: string): string => writeSrt(readSubtitles(text));

export type CleaningTask = {
  text: string;
  options: Omit<CleanOptions, 'refused'>;
  /** Changes to skip, by their indexes in the list that cleaning without it returns. */
  refused: readonly number[];
};

/** `changes` as numbered in the preview: all possible ones. `made` is the number of those applied. */
export type CleanedText = { text: string; cueCount: number; changes: CleanChange[]; made: number };

/** Cleans a text and writes it in its own format. */
export function cleanText({ text, options, refused }: CleaningTask): CleanedText {
  const reading = readSubtitles(text);
  const all = clean(reading.cues, options);
  const unwanted = refused.flatMap((position) => all.changes[position] ?? []);
  const { cues, changes } = unwanted.length === 0 ? all : cleanWithout(unwanted, reading.cues, options, all);
  const gone = changes.flatMap(({ after, index }) => (after === null ? [index] : []));
  const blocks = reading.blocks?.map((block) => moved(block, gone));
  // Rejecting a change may make other changes of its cue ineffective.
  const made = changes.length;
  const cleaned = { ...reading, cues, ...(blocks && { blocks }) };
  const written = writeSubtitles(writtenFormat(reading.format), cleaned);
  return { text: made === 0 ? text : written, cueCount: cues.length, changes: all.changes, made };
}

type RefusedChange = Pick<CleanChange, 'index' | 'rule'>;
const getName = ({ index, rule }: RefusedChange) => `${index} ${rule}`;

/**
 * Cleans without some changes. Changes that only appear because one of them is skipped ('(slams)' within a refused '[door
 * (slams)]') were never shown, and are skipped too.
 */
function cleanWithout(
  unwanted: readonly RefusedChange[],
  cues: readonly Cue[],
  options: CleaningTask['options'],
  shown: Cleaning,
): Cleaning {
  const names = new Set(shown.changes.map(getName));
  let refused = unwanted;
  for (;;) {
    const cleaning = clean(cues, { ...options, refused });
    const unseen = cleaning.changes.filter((change) => !names.has(getName(change)));
    if (unseen.length === 0) return cleaning;
    refused = [...refused, ...unseen];
  }
}

/** Moves a block up by the number of removed cues before it. */
const moved = (block: Block, gone: readonly number[]): Block => ({
  ...block,
  before: block.before - gone.filter((index) => index <= block.before).length,
});

/** Counts the cues of a SubRip text, or returns the first problem and its line. */
export function checkSrt(text: string): { cueCount: number } | { line: number; problem: Message } {
  const { format, cues, problems } = readSubtitles(text);
  if (format !== 'srt') return { line: 1, problem: { id: 'candidates.notTheBeginning' } };
  const first = problems[0];
  if (first) return { line: first.line, problem: problemMessage(first) };
  if (cues.length === 0) return { line: 1, problem: { id: 'candidates.noTimes' } };
  return { cueCount: cues.length };
}
