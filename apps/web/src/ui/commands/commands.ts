import type { IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TextKey, Translate } from '../../locales/translation.ts';
import { isTyping, type KeyPress, keyName, openDialog, toChord } from './keyboard.ts';

/** The row that a command acts on, by key or by button. */
export type CommandRow = {
  id: number;
  /** The focused element. */
  element: Element | null;
  /** The key without modifiers; null for a button. */
  key: string | null;
  isShifted: boolean;
};

type CommandBase = {
  id: string;
  /** Catalogue key of its name, on its button and, without a `listName`, in the list of keys. */
  name?: TextKey;
  listName?: TextKey;
  /** 'Ctrl+Shift+Z', 'Alt+J', '['. The list of keys shows those with the modifiers of the first. */
  keys?: readonly string[];
  /** Keys also work with Shift. */
  allowsShift?: boolean;
  /** Targets for keys without Ctrl and Alt: by default, anything but text input. */
  worksIn?: (target: EventTarget | null) => boolean;
  /** The keys have another meaning in a text field, like Ctrl+A. */
  isTextKey?: boolean;
  /** Repeats while the key is held down. */
  isRepeated?: boolean;
  Icon?: typeof IconTrash;
  /** The part of the screen with its button. */
  buttonIn?: string;
};

/** A command on a screen, by keys and buttons. Its buttons are disabled unless `isEnabled`. */
export type Command<Context> = CommandBase &
  (
    | { scope: 'page'; run: (context: Context) => void; isEnabled?: (context: Context) => boolean }
    /** `runWithoutRow`: used while no row is selected. */
    | {
        scope: 'row';
        run: (context: Context, row: CommandRow) => void;
        runWithoutRow?: (context: Context) => void;
      }
    /** The browser's own command, for the list of keys. */
    | { scope: 'browser' }
  );

/** Returns the command of a key press; undefined if the key belongs to the field or the browser. */
export function findCommand<C extends CommandBase & { scope: string }>(
  commands: readonly C[],
  press: KeyPress,
  target: EventTarget | null,
): C | undefined {
  const chord = toChord(press);
  if (chord === null) return undefined;
  const isPlain = !/^(?:Ctrl|Alt)\+/.test(chord);
  return commands.find(
    ({ scope, keys, allowsShift, isTextKey, worksIn = (element) => !isTyping(element) }) => {
      const isKey = keys?.includes(chord) || (allowsShift && keys?.includes(chord.replace('Shift+', '')));
      return scope !== 'browser' && isKey && ((!isPlain && !isTextKey) || worksIn(target));
    },
  );
}

export function keyList<Context>(commands: readonly Command<Context>[], t: Translate): [string, string][] {
  return commands.flatMap(({ keys, name, listName = name }): [string, string][] => {
    if (!keys || !listName) return [];
    const modifiers = /^(?:\w+\+)*/.exec(keys[0] ?? '')?.[0] ?? '';
    const sameModifierKeys = keys.filter(
      (key) => key.startsWith(modifiers) && !key.slice(modifiers.length).includes('+'),
    );
    const names = sameModifierKeys.map((key) => key.slice(modifiers.length));
    return [[[...modifiers.split('+').filter(Boolean), names.join(' / ')].join(' '), t(listName)]];
  });
}

/** Runs commands by id; row commands act on the current row by default. Referentially stable. */
export type Commands<Id extends string = string> = {
  run: (id: Id, rowId?: number) => void;
  isEnabled: (id: Id) => boolean;
};

export function getSegmentId(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest('[data-segment]') : null;
  return row ? Number(row.getAttribute('data-segment')) : null;
}

/**
 * Runs a screen's commands by keys, unless a dialog is open, and by buttons. A key acts on the row with the focus, or else on the
 * current row.
 */
export function useCommands<Context, C extends Command<Context>>(
  list: readonly C[],
  context: Context,
  currentId: number | null,
): Commands<C['id']> {
  const latest = useRef({ context, currentId });
  latest.current = { context, currentId };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const command: Command<Context> | undefined = findCommand(list, event, event.target);
    // Look for a dialog last: it takes time, and most keys are typing.
    if (!command || command.scope === 'browser' || openDialog()) return;
    event.preventDefault();
    if (event.repeat && !command.isRepeated) return;
    if (command.scope === 'page') return command.run(context);
    const id = getSegmentId(event.target) ?? currentId;
    const element = event.target instanceof Element ? event.target : null;
    if (id === null) command.runWithoutRow?.(context);
    else command.run(context, { id, element, key: keyName(event), isShifted: event.shiftKey });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const [commands] = useState((): Commands<C['id']> => {
    const findById = (id: string): Command<Context> | undefined => list.find((command) => command.id === id);
    return {
      run(id, rowId) {
        const command = findById(id);
        const { context, currentId } = latest.current;
        const row = rowId ?? currentId;
        if (command?.scope === 'page') command.run(context);
        if (command?.scope !== 'row') return;
        if (row === null) command.runWithoutRow?.(context);
        else command.run(context, { id: row, element: null, key: null, isShifted: false });
      },
      isEnabled(id) {
        const command = findById(id);
        return command?.scope !== 'page' || command.isEnabled?.(latest.current.context) !== false;
      },
    };
  });
  return commands;
}
