import {
  IconArrowBackUp,
  IconArrowBarToUp,
  IconArrowForwardUp,
  IconArrowMerge,
  IconArrowsSplit,
  IconArrowsSplit2,
  IconCheck,
  IconClockEdit,
  IconClockShare,
  IconCut,
  IconDeviceFloppy,
  IconKeyboard,
  IconLanguage,
  IconPlayerPlay,
  IconReplace,
  IconRowInsertBottom,
  IconTrash,
  IconVersions,
  IconVocabulary,
  IconWaveSine,
} from '@tabler/icons-react';
import type { Command, CommandRow, Commands } from '../../../ui/commands/commands.ts';
import { isTyping } from '../../../ui/commands/keyboard.ts';
import type { EditorActions } from './actions/use-editor-actions.ts';
import { accepting, deletingAll, mergingRuns } from './model/bulk-step.ts';
import { hasEmptySide } from './model/row-state.ts';
import { type Edge, NUDGE_MS, nudged } from './model/times.ts';
import { caretOf, fieldOf, type RowCaret } from './table/row-elements.ts';
import type { Selection } from './table/use-selection.ts';
import { TIMING_COMMANDS, type TimingContext } from './video/timing-commands.ts';

export type OpenDialog =
  | {
      kind: 'keys' | 'glossary' | 'revision' | 'translateMismatches' | 'retime' | 'retimeSelected' | 'divide';
    }
  | { kind: 'remove' | 'watch'; id: number }
  | null;

/** Context of the editor's commands. */
export type EditorContext = TimingContext & {
  actions: EditorActions;
  selection: Selection;
  /** The last caret in a text. */
  lastCaret: { current: RowCaret | null };
  findNext: () => void;
  saveRevision: () => void;
  translateEmpty: () => void;
  translateSelected: () => void;
  openDialog: (dialog: OpenDialog) => void;
  findReplace: () => void;
  fitCuts: () => void;
};

const isTimeField = (target: EventTarget | null) => /_time$/.test(fieldOf(target) ?? '');

/** Moves an edge of a row by a key: earlier with '[', ',' and the down arrow; ten times as far with Shift. */
function nudge({ editor }: EditorContext, { id, key, isShifted }: CommandRow, edge: Edge): void {
  const value = editor.row(id)?.value;
  const isEarlier = key === '[' || key === ',' || key === 'ArrowDown';
  const by = (isEarlier ? -1 : 1) * NUDGE_MS * (isShifted ? 10 : 1);
  if (value) editor.fill(id, nudged(value, edge, by));
}

/** Moves the focused time field, else the start. */
const nudgeFocused = (context: EditorContext, row: CommandRow) =>
  nudge(context, row, fieldOf(row.element) === 'end_time' ? 'end_time' : 'start_time');

/** All commands of the editor. Buttons follow this order: of rows, in their menu, in the toolbar, in its menu, below the video. */
export const EDITOR_COMMANDS = [
  {
    id: 'save',
    name: 'editor.save',
    listName: 'editorKeys.save',
    keys: ['Ctrl+S'],
    scope: 'row',
    buttonIn: 'row',
    Icon: IconDeviceFloppy,
    run: ({ actions, autosave }, { id }) => void actions.save(id, autosave.sendLater),
  },
  {
    id: 'saveNext',
    name: 'editorKeys.saveNext',
    keys: ['Ctrl+Enter'],
    scope: 'row',
    run: ({ actions, autosave }, { id, element }) =>
      void actions.saveNext(id, fieldOf(element), autosave.sendLater),
  },
  {
    id: 'nextRow',
    name: 'editorKeys.enter',
    keys: ['Enter'],
    scope: 'row',
    worksIn: (target) => ![null, 'mismatch'].includes(fieldOf(target)),
    run: ({ actions }, { id, element }) => actions.nextRow(id, fieldOf(element)),
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
      void actions.split(id, caretOf(element) ?? lastCaret.current),
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
    name: 'editor.delete',
    listName: 'editorKeys.delete',
    keys: ['Alt+Delete'],
    scope: 'row',
    buttonIn: 'row',
    Icon: IconTrash,
    run: ({ editor, actions, openDialog }, { id }) => {
      const value = editor.row(id)?.value;
      // No pair is lost with it, and there may be dozens: don't ask.
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
    takesShift: true,
    isRepeated: true,
    scope: 'row',
    worksIn: (target) => !isTyping(target) || isTimeField(target),
    run: nudgeFocused,
  },
  {
    id: 'nudgeTime',
    keys: ['ArrowUp', 'ArrowDown'],
    takesShift: true,
    isRepeated: true,
    scope: 'row',
    worksIn: isTimeField,
    run: nudgeFocused,
  },
  {
    id: 'nudgeStart',
    name: 'editorKeys.start',
    keys: ['Alt+[', 'Alt+]'],
    takesShift: true,
    isRepeated: true,
    scope: 'row',
    run: (context, row) => nudge(context, row, 'start_time'),
  },
  {
    id: 'nudgeEnd',
    name: 'editorKeys.end',
    keys: ['Alt+,', 'Alt+.'],
    takesShift: true,
    isRepeated: true,
    scope: 'row',
    run: (context, row) => nudge(context, row, 'end_time'),
  },
  { id: 'farther', name: 'editorKeys.farther', keys: ['Shift'], scope: 'browser' },
  { id: 'alone', name: 'editorKeys.alone', keys: ['Alt'], scope: 'browser' },
  {
    id: 'findNext',
    name: 'editor.findNext',
    listName: 'editorKeys.nextMismatch',
    keys: ['Ctrl+M'],
    scope: 'page',
    buttonIn: 'toolbar',
    run: ({ findNext }) => findNext(),
  },
  {
    id: 'acceptNext',
    name: 'editor.acceptNext',
    listName: 'editorKeys.acceptNext',
    keys: ['Alt+A'],
    scope: 'row',
    buttonIn: 'toolbar',
    run: ({ actions, autosave, sideVideo }, { id }) => {
      const next = actions.acceptNext(id);
      autosave.save(id);
      if (next !== null) sideVideo.playRow(next);
    },
    runWithoutRow: ({ actions, sideVideo }) => {
      const first = actions.nextDoubtful(null);
      if (first !== null) sideVideo.playRow(first);
    },
  },
  {
    id: 'undo',
    name: 'editor.undo',
    keys: ['Ctrl+Z'],
    isRepeated: true,
    scope: 'page',
    buttonIn: 'toolbar',
    Icon: IconArrowBackUp,
    isEnabled: ({ editor }) => editor.getState().history.done.length > 0,
    run: ({ actions }) => void actions.undo(),
  },
  {
    id: 'redo',
    name: 'editor.redo',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    isRepeated: true,
    scope: 'page',
    buttonIn: 'toolbar',
    Icon: IconArrowForwardUp,
    isEnabled: ({ editor }) => editor.getState().history.undone.length > 0,
    run: ({ actions }) => void actions.redo(),
  },
  {
    id: 'saveAll',
    name: 'editor.saveAll',
    scope: 'page',
    buttonIn: 'toolbar',
    Icon: IconDeviceFloppy,
    isEnabled: ({ editor }) => editor.getState().unsaved.size > 0,
    run: ({ actions, autosave }) => void actions.saveAll(autosave.sendLater),
  },
  {
    id: 'saveRevision',
    name: 'subtitleCard.saveRevision',
    scope: 'page',
    buttonIn: 'toolbar',
    Icon: IconVersions,
    run: ({ saveRevision }) => saveRevision(),
  },
  {
    id: 'extendSelection',
    name: 'selection.extend',
    keys: ['Shift+ArrowUp', 'Shift+ArrowDown'],
    isRepeated: true,
    scope: 'row',
    run: ({ selection }, { id, key }) => selection.extend(id, key === 'ArrowUp' ? -1 : 1),
  },
  {
    id: 'selectAll',
    name: 'selection.all',
    keys: ['Ctrl+A'],
    scope: 'page',
    isTextKey: true,
    run: ({ selection }) => selection.selectAll(),
  },
  {
    id: 'acceptSelected',
    name: 'selection.accept',
    scope: 'page',
    buttonIn: 'selection',
    Icon: IconCheck,
    run: ({ actions, selection }) => void actions.changeSelected(selection.ids, accepting, 'accepted'),
  },
  {
    id: 'translateSelected',
    name: 'selection.translate',
    scope: 'page',
    buttonIn: 'selection',
    Icon: IconLanguage,
    run: ({ translateSelected }) => translateSelected(),
  },
  {
    id: 'mergeSelected',
    name: 'selection.merge',
    scope: 'page',
    buttonIn: 'selection',
    Icon: IconArrowMerge,
    run: ({ actions, selection }) => void actions.changeSelected(selection.ids, mergingRuns, 'merged'),
  },
  {
    id: 'shiftSelected',
    name: 'selection.shift',
    scope: 'page',
    buttonIn: 'selection',
    Icon: IconClockShare,
    run: ({ openDialog }) => openDialog({ kind: 'retimeSelected' }),
  },
  {
    id: 'deleteSelected',
    name: 'selection.delete',
    keys: ['Delete'],
    scope: 'page',
    buttonIn: 'selection',
    Icon: IconTrash,
    run: ({ actions, selection }) => void actions.changeSelected(selection.ids, deletingAll, 'deleted'),
  },
  {
    id: 'clearSelection',
    name: 'selection.clear',
    keys: ['Escape'],
    scope: 'page',
    run: ({ selection }) => selection.clear(),
  },
  {
    id: 'findReplace',
    name: 'findReplace.title',
    keys: ['Ctrl+H'],
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconReplace,
    run: ({ findReplace }) => findReplace(),
  },
  {
    id: 'translateEmpty',
    name: 'editor.translateEmpty',
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconLanguage,
    run: ({ translateEmpty }) => translateEmpty(),
  },
  {
    id: 'translateMismatches',
    name: 'editor.translateMismatches',
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconLanguage,
    run: ({ openDialog }) => openDialog({ kind: 'translateMismatches' }),
  },
  {
    id: 'glossary',
    name: 'editor.glossary',
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconVocabulary,
    run: ({ openDialog }) => openDialog({ kind: 'glossary' }),
  },
  {
    id: 'retime',
    name: 'retime.title',
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconClockEdit,
    run: ({ openDialog }) => openDialog({ kind: 'retime' }),
  },
  {
    id: 'fitCuts',
    name: 'cuts.fit',
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconCut,
    run: ({ fitCuts }) => fitCuts(),
  },
  {
    id: 'divide',
    name: 'divide.title',
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconArrowsSplit2,
    run: ({ openDialog }) => openDialog({ kind: 'divide' }),
  },
  {
    id: 'timeline',
    name: 'editorTiming.toggle',
    keys: ['Alt+W'],
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconWaveSine,
    run: ({ sideVideo }) => sideVideo.toggleTimeline(),
  },
  {
    id: 'keys',
    name: 'editor.keys',
    listName: 'editorKeys.list',
    keys: ['?'],
    scope: 'page',
    buttonIn: 'menu',
    Icon: IconKeyboard,
    run: ({ openDialog }) => openDialog({ kind: 'keys' }),
  },
] as const satisfies readonly Command<EditorContext>[];

type EditorCommand = (typeof EDITOR_COMMANDS)[number];
export type EditorCommands = Commands<EditorCommand['id']>;

const TIMES = new Set<string>([
  ...TIMING_COMMANDS.map(({ id }) => id),
  ...['nudge', 'nudgeStart', 'nudgeEnd', 'farther', 'alone', 'timeline'],
]);

/** For the list of keys, where those of the video and of times have groups of their own. */
export const TIME_COMMANDS = EDITOR_COMMANDS.filter(({ id }) => TIMES.has(id));
export const ROW_COMMANDS = EDITOR_COMMANDS.filter(({ id }) => !TIMES.has(id));

/** Commands for a row without one of its texts, in the order of its buttons, which have little room. */
export const ONE_SIDED_COMMANDS = [
  { id: 'mergePrevious', name: 'editor.mergeUp', key: 'Alt+Shift+J' },
  { id: 'merge', name: 'editor.mergeDown', key: 'Alt+J' },
  { id: 'translate', name: 'selection.translate', key: 'Alt+T' },
  { id: 'remove', name: 'editor.delete', key: 'Alt+Delete' },
] as const;

/** Commands with a button in a part of the screen. */
export const commandsIn = <Part extends 'row' | 'rowMenu' | 'toolbar' | 'selection' | 'menu' | 'video'>(
  part: Part,
) =>
  EDITOR_COMMANDS.filter(
    (command): command is Extract<EditorCommand, { buttonIn: Part }> =>
      'buttonIn' in command && command.buttonIn === part,
  );
