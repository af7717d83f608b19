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

/** Counts the cues of a file. Like all functions of this module, it runs in a worker thread. */
export const countCues = (text: string): number => readSubtitles(text).cues.length;

export const convertToSrt = (text: string): string => writeSrt(readSubtitles(text));

export type CleaningTask = {
  text: string;
  options: Omit<CleanOptions, 'refused'>;
  /** Indexes of changes to skip, in the list of all changes. */
  refused: readonly number[];
};

/** `changes`: all possible ones, in the preview's order. `made`: number of those applied. */
export type CleanedText = { text: string; cueCount: number; changes: CleanChange[]; made: number };

/** Cleans a text and writes it in its own format. */
export function cleanText({ text, options, refused }: CleaningTask): CleanedText {
  const reading = readSubtitles(text);
  const cleaning = clean(reading.cues, options);
  const refusedChanges = refused.flatMap((position) => cleaning.changes[position] ?? []);
  const { cues, changes } =
    refusedChanges.length === 0
      ? cleaning
      : cleanWithout(refusedChanges, reading.cues, options, cleaning.changes);
  const removedIndexes = changes.flatMap(({ after, index }) => (after === null ? [index] : []));
  const blocks = reading.blocks?.map((block) => shiftBlock(block, removedIndexes));
  // Refusing a change can make other changes of its cue ineffective.
  const made = changes.length;
  const cleaned = { ...reading, cues, ...(blocks && { blocks }) };
  const written = writeSubtitles(writtenFormat(reading.format), cleaned);
  return { text: made === 0 ? text : written, cueCount: cues.length, changes: cleaning.changes, made };
}

type RefusedChange = Pick<CleanChange, 'index' | 'rule'>;
const changeKey = ({ index, rule }: RefusedChange) => `${index} ${rule}`;

/**
 * Cleans without the refused changes. Also skips changes that only become possible by skipping another, such as '(slams)' in a
 * refused '[door (slams)]', because the preview didn't show them.
 */
function cleanWithout(
  refusedChanges: readonly RefusedChange[],
  cues: readonly Cue[],
  options: CleaningTask['options'],
  previewedChanges: readonly CleanChange[],
): Cleaning {
  const previewedKeys = new Set(previewedChanges.map(changeKey));
  let refused = refusedChanges;
  for (;;) {
    const cleaning = clean(cues, { ...options, refused });
    const unseen = cleaning.changes.filter((change) => !previewedKeys.has(changeKey(change)));
    if (unseen.length === 0) return cleaning;
    refused = [...refused, ...unseen];
  }
}

/** Reduces a block's position by the number of removed cues before it. */
const shiftBlock = (block: Block, removedIndexes: readonly number[]): Block => ({
  ...block,
  before: block.before - removedIndexes.filter((index) => index <= block.before).length,
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
