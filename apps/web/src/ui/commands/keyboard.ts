export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/** Matched by their position on the keyboard, since their characters differ between layouts. */
const KEYS_BY_CODE: Record<string, string> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Space: 'Space',
  Minus: '-',
  Equal: '=',
};

/** 'J', '[', 'Enter': a letter by its character, or by its position if that isn't a letter (Alt on a Mac, other scripts). */
export function keyName({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (key === '?') return key;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return KEYS_BY_CODE[code] ?? (/^Key[A-Z]$/.test(code) ? code.slice(3) : key || code);
}

/** Formats a key press as in commands: 'Ctrl+Shift+Z', 'Alt+J', '?'. Cmd on a Mac counts as Ctrl. Null while composing. */
export function toChord(press: KeyPress): string | null {
  const isControlPressed = press.ctrlKey || press.metaKey;
  // AltGr arrives as Ctrl and Alt together, and types a character.
  if (press.isComposing || (isControlPressed && press.altKey)) return null;
  const name = keyName(press);
  const isShiftPressed = press.shiftKey && name !== '?';
  return [isControlPressed && 'Ctrl', press.altKey && 'Alt', isShiftPressed && 'Shift', name]
    .filter(Boolean)
    .join('+');
}

const NON_TEXT_TYPES = new Set(['checkbox', 'radio', 'range', 'button', 'submit']);

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NON_TEXT_TYPES.has(target.type);
  return target instanceof Element && target.matches('textarea, select, [contenteditable="true"]');
}

const CONTROL_SELECTOR = 'button, a[href], summary, input, [role="slider"], [role="radio"]';

/** Returns true if Space or the arrow keys may belong to the focused element. */
export const isControl = (target: EventTarget | null): boolean =>
  isTyping(target) || (target instanceof Element && target.closest(CONTROL_SELECTOR) !== null);

/** Returns the open dialog, if any. It receives all keys. */
export const openDialog = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role="dialog"][aria-modal="true"]');
