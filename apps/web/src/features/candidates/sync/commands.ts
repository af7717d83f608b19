import type { Edge } from './model/edits.ts';

/** What a key asks the sync editor for. */
export type KeyDeed =
  | 'save'
  | 'undo'
  | 'redo'
  | 'playPause'
  | 'playCurrent'
  | 'playStart'
  | 'playEnd'
  | 'previous'
  | 'next'
  | 'insert'
  | 'delete'
  | 'keys'
  | { set: Edge }
  | { nudge: Edge; direction: -1 | 1; isFar: boolean };

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/** Where the focus is: in a field that is typed in, on a button or a choice that Space and the arrows belong to, or elsewhere. */
export type Focus = 'field' | 'control' | 'elsewhere';

/** By the place of the key: with Alt, a Mac types other characters. */
const DEEDS: Record<string, KeyDeed> = {
  KeyP: 'playCurrent',
  KeyQ: 'playStart',
  KeyW: 'playEnd',
  KeyI: 'insert',
  Delete: 'delete',
  KeyS: { set: 'start' },
  KeyE: { set: 'end' },
};

const NUDGES: Record<string, [Edge, -1 | 1]> = {
  BracketLeft: ['start', -1],
  BracketRight: ['start', 1],
  Comma: ['end', -1],
  Period: ['end', 1],
};

function withControl({ key, shiftKey }: Key): KeyDeed | null {
  switch (key.toLowerCase()) {
    case 's':
      return 'save';
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      return 'redo';
    default:
      return null;
  }
}

function ofPlace({ code, shiftKey }: Key): KeyDeed | null {
  const nudge = NUDGES[code];
  if (nudge) return { nudge: nudge[0], direction: nudge[1], isFar: shiftKey };
  return shiftKey ? null : (DEEDS[code] ?? null);
}

/**
 * What a key press means to the editor; null where it is the field's or the browser's own. The keys of a segment work
 * alone outside of fields, and everywhere with Alt.
 */
export function deedOf(key: Key, focus: Focus): KeyDeed | null {
  if (key.isComposing) return null;
  const control = key.ctrlKey || key.metaKey;
  // AltGr comes as Ctrl and Alt together, and types a character.
  if (control) return key.altKey ? null : withControl(key);
  if (key.altKey) {
    if (key.code === 'Space') return 'playPause';
    if (key.code === 'ArrowUp') return 'previous';
    if (key.code === 'ArrowDown') return 'next';
    return ofPlace(key);
  }
  if (focus === 'field') return null;
  if (key.key === '?') return 'keys';
  if (key.code === 'Space') return focus === 'elsewhere' ? 'playPause' : null;
  if (key.code === 'KeyJ') return 'next';
  if (key.code === 'KeyK') return 'previous';
  return ofPlace(key);
}
