export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/** Taken by where they are on the keyboard: what they type differs from layout to layout. */
const BY_PLACE: Record<string, string> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Space: 'Space',
  Minus: '-',
  Equal: '=',
};

/** 'J', '[', 'Enter': a letter by what it types, or by where it is on the keyboard where that is no letter (Alt on a Mac, other scripts). */
export function keyName({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (key === '?') return key;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return BY_PLACE[code] ?? (/^Key[A-Z]$/.test(code) ? code.slice(3) : key || code);
}

/** A key press as commands name it: 'Ctrl+Shift+Z', 'Alt+J', '?'. Ctrl is Cmd on a Mac too. Null while it types. */
export function chordOf(press: KeyPress): string | null {
  const control = press.ctrlKey || press.metaKey;
  // AltGr comes as Ctrl and Alt together, and types a character.
  if (press.isComposing || (control && press.altKey)) return null;
  const name = keyName(press);
  const shift = press.shiftKey && name !== '?';
  return [control && 'Ctrl', press.altKey && 'Alt', shift && 'Shift', name].filter(Boolean).join('+');
}

const NOT_TYPED_IN = new Set(['checkbox', 'radio', 'range', 'button', 'submit']);

/** Returns true if keys go into a field, where they mean what they type. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED_IN.has(target.type);
  return target instanceof Element && target.matches('textarea, select, [contenteditable="true"]');
}

const CONTROLS = 'button, a[href], summary, input, [role="slider"], [role="radio"]';

/** Returns true if Space or the arrows may belong to what has the focus. */
export const isControl = (target: EventTarget | null): boolean =>
  isTyping(target) || (target instanceof Element && target.closest(CONTROLS) !== null);

/** A dialog has all keys to itself. */
export const openDialog = (): Element | null => document.querySelector('[role="dialog"][aria-modal="true"]');
