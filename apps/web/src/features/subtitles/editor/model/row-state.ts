import type { Segment } from './unsaved.ts';

/** State of a row's translation. `aligned`: unchanged from the file, and not reviewed. */
export type RowState = 'untranslated' | 'machine' | 'memory' | 'approved' | 'edited' | 'aligned';

export function getRowState({ text_target, origin, approved, edited }: Segment): RowState {
  if (text_target.trim() === '') return 'untranslated';
  if (approved) return 'approved';
  if (origin === 'machine' || origin === 'memory') return origin;
  return edited ? 'edited' : 'aligned';
}

/** Returns true for an unreviewed translation by a service or from the translation memory. */
export const isUnreviewed = (segment: Segment): boolean =>
  ['machine', 'memory'].includes(getRowState(segment));

/** Returns true if the original or the translation is missing. */
export const hasEmptySide = ({ text_original, text_target }: Segment): boolean =>
  text_original.trim() === '' || text_target.trim() === '';
