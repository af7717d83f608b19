import type { Commands } from '../../../ui/commands/commands.ts';
import { PAGE_COMMANDS } from './page-commands.ts';
import { ROW_COMMANDS } from './row-commands.ts';
import { TIMING_COMMANDS } from './video/timing-commands.ts';

export const EDITOR_COMMANDS = [...ROW_COMMANDS, ...PAGE_COMMANDS] as const;

type EditorCommand = (typeof EDITOR_COMMANDS)[number];
export type EditorCommands = Commands<EditorCommand['id']>;

const TIMING_IDS = new Set<string>([
  ...TIMING_COMMANDS.map(({ id }) => id),
  ...['nudge', 'nudgeStart', 'nudgeEnd', 'shiftKey', 'altKey', 'timeline'],
]);

/** Commands for the video and for times: a separate group in the list of keys. */
export const TIME_COMMANDS = EDITOR_COMMANDS.filter(({ id }) => TIMING_IDS.has(id));
export const OTHER_COMMANDS = EDITOR_COMMANDS.filter(({ id }) => !TIMING_IDS.has(id));

/** Commands for a row that lacks one of its texts, in the order of its buttons. They have short names. */
export const ONE_SIDED_COMMANDS = [
  { id: 'mergePrevious', name: 'editor.mergeUp', key: 'Alt+Shift+J' },
  { id: 'merge', name: 'editor.mergeDown', key: 'Alt+J' },
  { id: 'translate', name: 'selection.translate', key: 'Alt+T' },
  { id: 'remove', name: 'app.delete', key: 'Alt+Delete' },
] as const;

/** Commands with a button in a part of the screen. */
export const commandsWithButtonIn = <
  Part extends 'row' | 'rowMenu' | 'toolbar' | 'selection' | 'menu' | 'video',
>(
  part: Part,
) =>
  EDITOR_COMMANDS.filter(
    (command): command is Extract<EditorCommand, { buttonIn: Part }> =>
      'buttonIn' in command && command.buttonIn === part,
  );
