import type { Segment } from './unsaved.ts';

/** State of a row's translation. `aligned`: as in the file, not reviewed. */
export type RowState = 'untranslated' | 'machine' | 'memory' | 'approved' | 'edited' | 'aligned';

/** Returns how far a row is: without a text, translated by a service or from memory and not looked at, approved, or edited. */
export function stateOf({ text_target, origin, approved, edited }: Segment): RowState {
  if (text_target.trim() === '') return 'untranslated';
  if (approved) return 'approved';
  if (origin === 'machine' || origin === 'memory') return origin;
  return edited ? 'edited' : 'aligned';
}

/** A text that no person has read: translated by a service, or taken from the memory. */
export const isUnreviewed = (segment: Segment): boolean => ['machine', 'memory'].includes(stateOf(segment));

/** Returns true if one of the texts is missing, or both are: there is nothing to say back, or nothing to understand it by. */
export const hasEmptySide = ({ text_original, text_target }: Segment): boolean =>
  text_original.trim() === '' || text_target.trim() === '';
