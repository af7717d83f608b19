import { foldText } from '../../../../ui/fold-text.ts';
import type { CueDocument } from './cue-document.ts';

/** Number of segments in a batch. */
export const BATCH_SIZE = 20;

/** Returns the ids of segments whose text matches the search; all of them for an empty search. */
export function findCueIds({ cues, ids }: CueDocument, query: string): readonly number[] {
  const folded = foldText(query.trim());
  if (folded === '') return ids;
  return ids.filter((_, at) => foldText(cues[at]?.text ?? '').includes(folded));
}

/** Number of cues to render so that the one at this position is among them. */
export function visibleCountFor(position: number, visibleCount: number): number {
  return Math.max(visibleCount, Math.ceil((position + 1) / BATCH_SIZE) * BATCH_SIZE);
}
