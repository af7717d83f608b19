import { foldText } from '../../../../ui/fold-text.ts';
import type { CueDocument } from './cue-document.ts';

export const BATCH_SIZE = 20;

/** Returns the ids of segments whose text contains the query; all of them for an empty query. */
export function findCueIds({ cues, ids }: CueDocument, query: string): readonly number[] {
  const folded = foldText(query.trim());
  if (folded === '') return ids;
  return ids.filter((_, index) => foldText(cues[index]?.text ?? '').includes(folded));
}

/** Number of cues to render to include the one at this position. */
export function visibleCountFor(position: number, visibleCount: number): number {
  return Math.max(visibleCount, Math.ceil((position + 1) / BATCH_SIZE) * BATCH_SIZE);
}
