import { useEffect, useEffectEvent } from 'react';
import { deedOf, type Focus, type KeyDeed } from './commands.ts';
import type { Field } from './model/draft.ts';
import type { Editor } from './model/editor.ts';
import { type Edge, NUDGE_MS, nudged } from './model/times.ts';
import { caretOf, fieldOf, type RowCaret, segmentOf } from './table/row-elements.ts';

/** What keys do. `id` is the row that the focus is in, else the one it was in last. */
export type KeyDeeds = {
  save: (id: number) => void;
  saveNext: (id: number, field: Field | null) => void;
  nextRow: (id: number, field: Field | null) => void;
  findNext: () => void;
  undo: () => void;
  redo: () => void;
  split: (id: number, caret: RowCaret | null) => void;
  merge: (id: number) => void;
  insertAfter: (id: number) => void;
  remove: (id: number) => void;
  translate: (id: number) => void;
  playHere: (id: number) => void;
  showKeys: () => void;
};

function focusOf(target: EventTarget | null): Focus {
  if (target instanceof HTMLTextAreaElement) return 'text';
  const field = fieldOf(target);
  if (field === 'start_time' || field === 'end_time') return 'time';
  if (field === 'mismatch') return 'elsewhere';
  return target instanceof HTMLInputElement ? 'field' : 'elsewhere';
}

type Place = { id: number; field: Field | null; caret: RowCaret | null };

/** Does a deed in a row. */
function doInRow(editor: Editor, deeds: KeyDeeds, deed: KeyDeed, { id, field, caret }: Place): void {
  const value = editor.row(id)?.value;
  if (!value) return;
  if (typeof deed === 'object') {
    const focused: Edge = field === 'end_time' ? 'end_time' : 'start_time';
    const edge = deed.nudge === 'focused' ? focused : deed.nudge;
    editor.fill(id, nudged(value, edge, deed.direction * NUDGE_MS * (deed.isFar ? 10 : 1)));
  } else if (deed === 'save') deeds.save(id);
  else if (deed === 'saveNext') deeds.saveNext(id, field);
  else if (deed === 'nextRow') deeds.nextRow(id, field);
  else if (deed === 'split') deeds.split(id, caret);
  else if (deed === 'merge') deeds.merge(id);
  else if (deed === 'insert') deeds.insertAfter(id);
  else if (deed === 'delete') deeds.remove(id);
  else if (deed === 'translate') deeds.translate(id);
  else if (deed === 'play') deeds.playHere(id);
  else if (deed === 'mismatch') editor.write(id, 'mismatch', !value.mismatch);
}

/** The editor's keys. They work wherever the focus is on the page, but in a dialog. */
export function useEditorKeys(editor: Editor, currentId: number | null, deeds: KeyDeeds): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
    const deed = deedOf(event, focusOf(event.target));
    if (!deed) return;
    const here = segmentOf(event.target);
    if (deed === 'nextRow' && here === null) return;
    event.preventDefault();
    // A key held down moves an edge and takes back on and on, and does nothing else twice.
    if (event.repeat && typeof deed !== 'object' && deed !== 'undo' && deed !== 'redo') return;
    if (deed === 'nextMismatch') deeds.findNext();
    else if (deed === 'undo') deeds.undo();
    else if (deed === 'redo') deeds.redo();
    else if (deed === 'keys') deeds.showKeys();
    else {
      const id = here ?? currentId;
      const place = { field: fieldOf(event.target), caret: caretOf(event.target) };
      if (id !== null) doInRow(editor, deeds, deed, { id, ...place });
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
