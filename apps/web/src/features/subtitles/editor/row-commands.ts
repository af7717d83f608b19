import {
  IconArrowBarToUp,
  IconArrowMerge,
  IconArrowsSplit,
  IconDeviceFloppy,
  IconLanguage,
  IconPlayerPlay,
  IconRowInsertBottom,
  IconTrash,
} from '@tabler/icons-react';
import type { Command, CommandRow } from '../../../ui/commands/commands.ts';
import { isTyping } from '../../../ui/commands/keyboard.ts';
import type { EditorContext } from './editor-context.ts';
import { hasEmptySide } from './model/row-state.ts';
import { type Edge, NUDGE_MS, nudgeEdge } from './model/times.ts';
import { getCaret, getField } from './table/row-elements.ts';
import { TIMING_COMMANDS } from './video/timing-commands.ts';

const isTimeField = (target: EventTarget | null) => /_time$/.test(getField(target) ?? '');

/** Moves an edge of a row by keyboard: earlier with '[', ',' and the down arrow; ten times as far with Shift. */
function nudge({ editor }: EditorContext, { id, key, isShifted }: CommandRow, edge: Edge): void {
  const value = editor.row(id)?.value;
  const isEarlier = key === '[' || key === ',' || key === 'ArrowDown';
  const step = (isEarlier ? -1 : 1) * NUDGE_MS * (isShifted ? 10 : 1);
  if (value) editor.setFields(id, nudgeEdge(value, edge, step));
}

/** Moves the edge whose time field is focused, or else the start. */
const nudgeFocused = (context: EditorContext, row: CommandRow) =>
  nudge(context, row, getField(row.element) === 'end_time' ? 'end_time' : 'start_time');

/** Commands for a row: in the order of their buttons beside it, then in its menu. */
export const ROW_COMMANDS = [
  {
    id: 'save',
    name: 'app.save',
    listName: 'editorKeys.save',
    keys: ['Ctrl+S'],
    scope: 'row',
    buttonIn: 'row',
    Icon: IconDeviceFloppy,
    run: ({ actions, autosave }, { id }) => void actions.save(id, autosave.enqueue),
  },
  {
    id: 'saveNext',
    name: 'editorKeys.saveNext',
    keys: ['Ctrl+Enter'],
    scope: 'row',
    run: ({ actions, autosave }, { id, element }) =>
      void actions.saveNext(id, getField(element), autosave.enqueue),
  },
  {
    id: 'nextRow',
    name: 'editorKeys.enter',
    keys: ['Enter'],
    scope: 'row',
    worksIn: (target) => ![null, 'mismatch'].includes(getField(target)),
    run: ({ actions }, { id, element }) => actions.nextRow(id, getField(element)),
  },
  { id: 'newLine', name: 'editorKeys.newLine', keys: ['Shift+Enter'], scope: 'browser' },
  {
    id: 'translate',
    name: 'editor.translate',
    keys: ['Alt+T'],
    scope: 'row',
    buttonIn: 'row',
    Icon: IconLanguage,
    run: ({ actions }, { id }) => void actions.translate(id),
  },
  {
    id: 'translateByService',
    scope: 'row',
    run: ({ actions }, { id }) => void actions.translate(id, true),
  },
  {
    id: 'watch',
    name: 'editor.play',
    scope: 'row',
    buttonIn: 'row',
    Icon: IconPlayerPlay,
    run: ({ openDialog }, { id }) => openDialog({ kind: 'watch', id }),
  },
  ...TIMING_COMMANDS,
  {
    id: 'insert',
    name: 'editor.insert',
    keys: ['Alt+I'],
    scope: 'row',
    buttonIn: 'row',
    Icon: IconRowInsertBottom,
    run: ({ actions }, { id }) => void actions.insertAfter(id),
  },
  {
    id: 'split',
    name: 'editor.split',
    keys: ['Alt+Enter'],
    scope: 'row',
    buttonIn: 'rowMenu',
    Icon: IconArrowsSplit,
    run: ({ actions, lastCaret }, { id, element }) =>
      void actions.split(id, getCaret(element) ?? lastCaret.current),
  },
  {
    id: 'merge',
    name: 'editor.merge',
    keys: ['Alt+J'],
    scope: 'row',
    buttonIn: 'rowMenu',
    Icon: IconArrowMerge,
    run: ({ actions }, { id }) => void actions.merge(id, 'next'),
  },
  {
    id: 'mergePrevious',
    name: 'editor.mergePrevious',
    keys: ['Alt+Shift+J'],
    scope: 'row',
    buttonIn: 'rowMenu',
    Icon: IconArrowBarToUp,
    run: ({ actions }, { id }) => void actions.merge(id, 'previous'),
  },
  {
    id: 'remove',
    name: 'app.delete',
    listName: 'editorKeys.delete',
    keys: ['Alt+Delete'],
    scope: 'row',
    buttonIn: 'row',
    Icon: IconTrash,
    run: ({ editor, actions, openDialog }, { id }) => {
      const value = editor.row(id)?.value;
      // Don't ask about a row with only one text: there can be dozens.
      if (value && hasEmptySide(value)) void actions.remove(id);
      else openDialog({ kind: 'remove', id });
    },
  },
  { id: 'discard', scope: 'row', run: ({ actions }, { id }) => actions.discard(id) },
  {
    id: 'mismatch',
    name: 'editorKeys.mismatch',
    keys: ['Alt+M'],
    scope: 'row',
    run: ({ editor }, { id }) => editor.write(id, 'mismatch', !editor.row(id)?.value.mismatch),
  },
  {
    id: 'nudge',
    name: 'editorKeys.edge',
    keys: ['[', ']'],
    allowsShift: true,
    isRepeated: true,
    scope: 'row',
    worksIn: (target) => !isTyping(target) || isTimeField(target),
    run: nudgeFocused,
  },
  {
    id: 'nudgeTime',
    keys: ['ArrowUp', 'ArrowDown'],
    allowsShift: true,
    isRepeated: true,
    scope: 'row',
    worksIn: isTimeField,
    run: nudgeFocused,
  },
  {
    id: 'nudgeStart',
    name: 'editorKeys.start',
    keys: ['Alt+[', 'Alt+]'],
    allowsShift: true,
    isRepeated: true,
    scope: 'row',
    run: (context, row) => nudge(context, row, 'start_time'),
  },
  {
    id: 'nudgeEnd',
    name: 'editorKeys.end',
    keys: ['Alt+,', 'Alt+.'],
    allowsShift: true,
    isRepeated: true,
    scope: 'row',
    run: (context, row) => nudge(context, row, 'end_time'),
  },
  { id: 'shiftKey', name: 'editorKeys.tenTimesStep', keys: ['Shift'], scope: 'browser' },
  { id: 'altKey', name: 'editorKeys.onlyWhileTyping', keys: ['Alt'], scope: 'browser' },
] as const satisfies readonly Command<EditorContext>[];
