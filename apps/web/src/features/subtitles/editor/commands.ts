import type { Edge } from './model/times.ts';

/** What a key asks the editor for. */
export type KeyDeed =
  | 'save'
  | 'saveNext'
  | 'nextMismatch'
  | 'undo'
  | 'redo'
  | 'nextRow'
  | 'split'
  | 'merge'
  | 'insert'
  | 'delete'
  | 'translate'
  | 'mismatch'
  | 'play'
  | 'keys'
  | { nudge: Edge | 'focused'; direction: -1 | 1; isFar: boolean };

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/** Where the focus is: in a text, in a time, in another field that is typed in, or elsewhere. */
export type Focus = 'text' | 'time' | 'field' | 'elsewhere';

const ALT: Record<string, KeyDeed> = {
  Enter: 'split',
  NumpadEnter: 'split',
  KeyJ: 'merge',
  KeyI: 'insert',
  Delete: 'delete',
  KeyT: 'translate',
  KeyM: 'mismatch',
  KeyP: 'play',
};

const MOVES: Record<string, [Edge, -1 | 1]> = {
  BracketLeft: ['start_time', -1],
  BracketRight: ['start_time', 1],
  Comma: ['end_time', -1],
  Period: ['end_time', 1],
};

function withControl({ key, shiftKey }: Key): KeyDeed | null {
  if (key === 'Enter') return 'saveNext';
  switch (key.toLowerCase()) {
    case 's':
      return 'save';
    case 'm':
      return 'nextMismatch';
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      return 'redo';
    default:
      return null;
  }
}

/** By the place of the key: with Alt, a Mac types other characters. */
function withAlt({ code, shiftKey }: Key): KeyDeed | null {
  const move = MOVES[code];
  if (move) return { nudge: move[0], direction: move[1], isFar: shiftKey };
  return ALT[code] ?? null;
}

function alone({ key, code, shiftKey }: Key, focus: Focus): KeyDeed | null {
  if (key === 'Enter') return focus === 'elsewhere' || shiftKey ? null : 'nextRow';
  if (focus === 'time' && (key === 'ArrowUp' || key === 'ArrowDown'))
    return { nudge: 'focused', direction: key === 'ArrowUp' ? 1 : -1, isFar: shiftKey };
  if (focus === 'text' || focus === 'field') return null;
  if (code === 'BracketLeft' || code === 'BracketRight')
    return { nudge: 'focused', direction: code === 'BracketLeft' ? -1 : 1, isFar: shiftKey };
  return key === '?' ? 'keys' : null;
}

/** What a key press means to the editor; null where it is the field's or the browser's own. */
export function deedOf(key: Key, focus: Focus): KeyDeed | null {
  if (key.isComposing) return null;
  const control = key.ctrlKey || key.metaKey;
  // AltGr comes as Ctrl and Alt together, and types a character.
  if (control && key.altKey) return null;
  if (control) return withControl(key);
  return key.altKey ? withAlt(key) : alone(key, focus);
}
