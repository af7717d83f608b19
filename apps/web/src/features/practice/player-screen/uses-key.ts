import { openDialog } from '../../../ui/keyboard.ts';

const TYPING = 'textarea, select, [contenteditable=""], [contenteditable="true"], input:not([type])';
const TYPING_INPUTS = /^(?:text|search|email|password|url|tel|number|date|time|datetime-local|month|week)$/;
const ARROW_USERS =
  '[role="slider"], [role="menu"], [role="menuitem"], [role="menuitemradio"], [role="listbox"], [role="option"], [role="radiogroup"], [role="tab"], [role="combobox"], [role="spinbutton"], input[type="radio"], input[type="range"]';
const SPACE_USERS =
  'button, a[href], summary, input, [role="button"], [role="checkbox"], [role="switch"], [role="menuitem"], [role="menuitemradio"], [role="option"], [role="tab"]';

const isTyping = (element: Element): boolean =>
  element.matches(TYPING) || (element instanceof HTMLInputElement && TYPING_INPUTS.test(element.type));

/** Whether the element that has the focus uses that key itself: then it isn't the player's. */
export function usesKey(target: EventTarget | null, key: string): boolean {
  // A dialog has all keys to itself.
  if (openDialog()) return true;
  if (!(target instanceof Element)) return false;
  if (isTyping(target) || (target instanceof HTMLElement && target.isContentEditable)) return true;
  if (key.startsWith('Arrow')) return target.closest(ARROW_USERS) !== null;
  if (key === ' ') return target.closest(SPACE_USERS) !== null;
  return false;
}
