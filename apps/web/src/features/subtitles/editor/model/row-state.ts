import type { Segment } from './unsaved.ts';

/** State of a row's translation. `aligned`: as in the file, not reviewed. */
export type RowState = 'untranslated' | 'machine' | 'memory' | 'approved' | 'edited' | 'aligned';

/** Returns the state of a row's translation. */
export function getRowState({ text_target, origin, approved, edited }: Segment): RowState {
  if (text_target.trim() === '') return 'untranslated';
  if (approved) return 'approved';
  if (origin === 'machine' || origin === 'memory') return origin;
  return edited ? 'edited' : 'aligned';
}

/** Returns true for a text that no person has read: translated by a service, or from the memory. */
export const isUnreviewed = (segment: Segment): boolean =>
  ['machine', 'memory'].includes(getRowState(segment));

/** Returns true if a text is missing: there is nothing to say, or no translation. */
export const hasEmptySide = ({ text_original, text_target }: Segment): boolean =>
  text_original.trim() === '' || text_target.trim() === '';
