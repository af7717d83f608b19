import { getSegmentId } from '../../../../ui/commands/commands.ts';
import type { TextField } from '../model/split.ts';
import type { Field } from '../model/unsaved.ts';

const FIELDS = new Set<string>([
  'start_time',
  'end_time',
  'label',
  'mismatch',
  'text_original',
  'text_target',
]);

/** A field of a row, or the checkbox that selects it. */
export type RowField = Field | 'selected';

/** Finds a row's field on the page; without a field, the target text. Null if it isn't rendered. */
export function findFieldElement(id: number, field: RowField | null): HTMLElement | null {
  return document.querySelector(`[data-segment="${id}"] [data-field="${field ?? 'text_target'}"]`);
}

/** Returns true in a narrow window, where the video covers the lower part of the page. */
export const isNarrow = () => window.matchMedia('(max-width: 75em)').matches;

/**
 * Scrolls a field into view, with its row if it fits: to the middle, unless it is already in view. `scroll-padding`
 * accounts for covered parts of the page.
 */
export function scrollFieldIntoView(field: HTMLElement): void {
  const target = isNarrow() ? field : (field.closest('[data-segment]') ?? field);
  const scrollY = window.scrollY;
  target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  if (window.scrollY !== scrollY) target.scrollIntoView({ block: 'center' });
}

export function getField(target: EventTarget | null): Field | null {
  const name = target instanceof Element ? target.getAttribute('data-field') : null;
  return name !== null && FIELDS.has(name) ? (name as Field) : null;
}

export type RowCaret = { id: number; field: TextField; at: number };

export function getCaret(target: EventTarget | null): RowCaret | null {
  const id = getSegmentId(target);
  if (id === null || !(target instanceof HTMLTextAreaElement)) return null;
  return { id, field: target.dataset.field as TextField, at: target.selectionStart };
}
