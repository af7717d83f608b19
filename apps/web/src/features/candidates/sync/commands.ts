import type { Cue } from '@sayback/subtitles';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconKeyboard,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRowInsertBottom,
  IconTrash,
} from '@tabler/icons-react';
import type { Clip, ClipPlayer } from '../../../media/clip-player.ts';
import type { Command, CommandRow, Commands } from '../../../ui/commands/commands.ts';
import { isControl } from '../../../ui/commands/keyboard.ts';
import type { Edge } from './model/edits.ts';
import { isUnsaved } from './model/history.ts';
import type { SyncEditor } from './model/sync-editor.ts';

/** Length of the clips at both ends of a segment, in milliseconds. */
const CLIP_MS = 1500;

export type OpenDialog = { kind: 'keys' } | { kind: 'synchronise' } | { kind: 'remove'; id: number } | null;

export type SyncContext = {
  editor: SyncEditor;
  player: ClipPlayer | null;
  currentId: number;
  /** Step of an edge, in milliseconds. */
  step: number;
  /** Makes a segment the current segment. */
  select: (id: number) => void;
  /** Scrolls a segment into view, and focuses its text if `withFocus`. */
  show: (id: number, withFocus?: boolean) => void;
  save: () => void;
  reset: () => void;
  confirmRemove: (id: number) => void;
  openDialog: (dialog: OpenDialog) => void;
};

/** Makes keys work without modifiers outside of text fields, and with Alt everywhere. */
const withAlt = (...keys: string[]) => [...keys, ...keys.map((key) => `Alt+${key}`)];

function playClip({ editor, player }: SyncContext, id: number, buildClip: (cue: Cue) => Clip): void {
  const cue = editor.cue(id);
  if (cue) player?.playClip(buildClip(cue));
}

function setEdgeToPosition({ editor, player }: SyncContext, id: number, edge: Edge): void {
  if (player?.getState().status === 'ready') editor.setEdge(id, edge, player.position());
}

const nudge = ({ editor, step }: SyncContext, { id, key, isShifted }: CommandRow, edge: Edge) =>
  editor.nudge(id, edge, (key === '[' || key === ',' ? -1 : 1) * step * (isShifted ? 10 : 1));

const findNeighbour = ({ editor, currentId }: SyncContext, by: -1 | 1): number | undefined =>
  editor.getState().cueDocument.ids[editor.segmentNumber(currentId) - 1 + by];

/** Selects a segment, and seeks the video to its start. */
function goToSegment({ editor, player, select, show }: SyncContext, id: number | undefined): void {
  const cue = id === undefined ? null : editor.cue(id);
  if (id === undefined || !cue) return;
  select(id);
  show(id);
  player?.seek(cue.start);
}

export const SYNC_COMMANDS = [
  {
    id: 'playPause',
    name: 'syncKeys.playPause',
    keys: withAlt('Space'),
    scope: 'page',
    worksIn: (target) => !isControl(target),
    run: ({ player }) => (player?.getState().isPlaying ? player.pause() : player?.play()),
  },
  {
    id: 'playCurrent',
    name: 'syncList.play',
    listName: 'syncKeys.playCurrent',
    keys: withAlt('P'),
    scope: 'row',
    buttonIn: 'row',
    Icon: IconPlayerPlay,
    run: (context, { id }) => playClip(context, id, ({ start, end }) => ({ from: start, to: end })),
  },
  {
    id: 'playStart',
    name: 'syncList.playStart',
    listName: 'syncKeys.playStart',
    keys: withAlt('Q'),
    scope: 'row',
    buttonIn: 'start',
    Icon: IconPlayerSkipBack,
    run: (context, { id }) => playClip(context, id, ({ start }) => ({ from: start, to: start + CLIP_MS })),
  },
  {
    id: 'playEnd',
    name: 'syncList.playEnd',
    listName: 'syncKeys.playEnd',
    keys: withAlt('W'),
    scope: 'row',
    buttonIn: 'end',
    Icon: IconPlayerSkipForward,
    run: (context, { id }) =>
      playClip(context, id, ({ end }) => ({ from: Math.max(0, end - CLIP_MS), to: end })),
  },
  {
    id: 'next',
    name: 'practice.next',
    listName: 'syncKeys.next',
    keys: ['J', 'Alt+ArrowDown'],
    isRepeated: true,
    scope: 'page',
    run: (context) => goToSegment(context, findNeighbour(context, 1)),
  },
  {
    id: 'previous',
    name: 'practice.previous',
    listName: 'syncKeys.previous',
    keys: ['K', 'Alt+ArrowUp'],
    isRepeated: true,
    scope: 'page',
    run: (context) => goToSegment(context, findNeighbour(context, -1)),
  },
  {
    id: 'jump',
    name: 'syncList.jumpTo',
    scope: 'row',
    run: ({ editor, player, select }, { id }) => {
      select(id);
      player?.seek(editor.cue(id)?.start ?? 0);
    },
  },
  {
    id: 'setStart',
    name: 'syncKeys.setStart',
    keys: withAlt('S'),
    isRepeated: true,
    scope: 'row',
    run: (context, { id }) => setEdgeToPosition(context, id, 'start'),
  },
  {
    id: 'setEnd',
    name: 'syncKeys.setEnd',
    keys: withAlt('E'),
    isRepeated: true,
    scope: 'row',
    run: (context, { id }) => setEdgeToPosition(context, id, 'end'),
  },
  {
    id: 'nudgeStart',
    name: 'syncKeys.nudgeStart',
    keys: withAlt('[', ']'),
    allowsShift: true,
    isRepeated: true,
    scope: 'row',
    run: (context, row) => nudge(context, row, 'start'),
  },
  {
    id: 'nudgeEnd',
    name: 'syncKeys.nudgeEnd',
    keys: withAlt(',', '.'),
    allowsShift: true,
    isRepeated: true,
    scope: 'row',
    run: (context, row) => nudge(context, row, 'end'),
  },
  { id: 'farther', name: 'syncKeys.tenSteps', keys: ['Shift'], scope: 'browser' },
  {
    id: 'insert',
    name: 'syncList.insert',
    listName: 'syncKeys.insert',
    keys: withAlt('I'),
    scope: 'row',
    buttonIn: 'row',
    Icon: IconRowInsertBottom,
    run: ({ editor, select, show }, { id }) => {
      const newId = editor.insertAfter(id);
      if (newId === null) return;
      select(newId);
      show(newId, true);
    },
  },
  {
    id: 'remove',
    name: 'syncList.delete',
    listName: 'syncKeys.delete',
    keys: withAlt('Delete'),
    scope: 'row',
    buttonIn: 'row',
    Icon: IconTrash,
    run: ({ confirmRemove }, { id }) => confirmRemove(id),
  },
  {
    id: 'save',
    name: 'sync.save',
    keys: ['Ctrl+S'],
    scope: 'page',
    isEnabled: ({ editor }) => isUnsaved(editor.getState()),
    run: ({ save }) => save(),
  },
  {
    id: 'reset',
    name: 'sync.reset',
    scope: 'page',
    isEnabled: ({ editor }) => isUnsaved(editor.getState()),
    run: ({ reset }) => reset(),
  },
  {
    id: 'undo',
    name: 'app.undo',
    keys: ['Ctrl+Z'],
    isRepeated: true,
    scope: 'page',
    buttonIn: 'header',
    Icon: IconArrowBackUp,
    isEnabled: ({ editor }) => editor.getState().done.length > 0,
    run: ({ editor }) => editor.undo(),
  },
  {
    id: 'redo',
    name: 'editor.redo',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    isRepeated: true,
    scope: 'page',
    buttonIn: 'header',
    Icon: IconArrowForwardUp,
    isEnabled: ({ editor }) => editor.getState().undone.length > 0,
    run: ({ editor }) => editor.redo(),
  },
  {
    id: 'keys',
    name: 'app.keys',
    listName: 'app.listKeys',
    keys: ['?'],
    scope: 'page',
    buttonIn: 'header',
    Icon: IconKeyboard,
    run: ({ openDialog }) => openDialog({ kind: 'keys' }),
  },
] as const satisfies readonly Command<SyncContext>[];

type SyncCommand = (typeof SYNC_COMMANDS)[number];
export type SyncCommands = Commands<SyncCommand['id']>;

/** Returns the commands with a button in an area of the screen. */
export const commandsWithButtonIn = <Part extends 'row' | 'start' | 'end' | 'header'>(part: Part) =>
  SYNC_COMMANDS.filter(
    (command): command is Extract<SyncCommand, { buttonIn: Part }> =>
      'buttonIn' in command && command.buttonIn === part,
  );
