import { describe, expect, it, vi } from 'vitest';
import { type Command, findCommand } from '../../../ui/commands/commands.ts';
import { SYNC_COMMANDS, type SyncContext } from './commands.ts';

const KEY = {
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
};
const key = (changes: Partial<typeof KEY>) => ({ ...KEY, ...changes });

const FOCUS = { field: 'textarea', control: 'button', elsewhere: 'main' };
const commandIdFor = (pressKey: typeof KEY, focus: keyof typeof FOCUS) =>
  findCommand<Command<SyncContext>>(SYNC_COMMANDS, pressKey, document.createElement(FOCUS[focus]))?.id;

describe('sync commands', () => {
  it.each([
    ['s', 'save'],
    ['z', 'undo'],
    ['y', 'redo'],
  ])('Ctrl or Cmd and %s runs %s with any focus', (letter, command) => {
    expect(commandIdFor(key({ key: letter, ctrlKey: true }), 'field')).toBe(command);
    expect(commandIdFor(key({ key: letter, metaKey: true }), 'elsewhere')).toBe(command);
  });

  it('Ctrl+Shift+Z runs redo', () => {
    expect(commandIdFor(key({ key: 'Z', ctrlKey: true, shiftKey: true }), 'field')).toBe('redo');
  });

  it.each([
    ['KeyP', 'playCurrent'],
    ['KeyQ', 'playStart'],
    ['KeyW', 'playEnd'],
    ['KeyI', 'insert'],
    ['Delete', 'remove'],
    ['KeyS', 'setStart'],
    ['KeyE', 'setEnd'],
    ['BracketLeft', 'nudgeStart'],
    ['BracketRight', 'nudgeStart'],
    ['Comma', 'nudgeEnd'],
    ['Period', 'nudgeEnd'],
  ])('%s runs %s outside of text fields, and with Alt everywhere', (code, command) => {
    expect(commandIdFor(key({ code }), 'elsewhere')).toBe(command);
    expect(commandIdFor(key({ code }), 'control')).toBe(command);
    expect(commandIdFor(key({ code }), 'field')).toBeUndefined();
    expect(commandIdFor(key({ code, altKey: true }), 'field')).toBe(command);
  });

  it.each([
    ['[', false, -200],
    [']', false, 200],
    [']', true, 2000],
  ])('%s (with Shift: %s) nudges the start by %i ms if the step is 200 ms', (name, isShifted, offsetMs) => {
    expect(commandIdFor(key({ key: name, shiftKey: isShifted }), 'elsewhere')).toBe('nudgeStart');
    const nudge = vi.fn();
    const command: Command<SyncContext> | undefined = SYNC_COMMANDS.find(({ id }) => id === 'nudgeStart');
    if (command?.scope !== 'row') throw new Error('not a row command');
    const context = { editor: { nudge }, step: 200 } as unknown as SyncContext;
    command.run(context, { id: 3, element: null, key: name, isShifted });
    expect(nudge).toHaveBeenCalledWith(3, 'start', offsetMs);
  });

  it('other keys are ignored with Shift', () => {
    expect(commandIdFor(key({ code: 'KeyS', shiftKey: true }), 'elsewhere')).toBeUndefined();
  });

  it('J, K and Alt with an arrow go to the next and the previous segment', () => {
    expect(commandIdFor(key({ code: 'KeyJ' }), 'elsewhere')).toBe('next');
    expect(commandIdFor(key({ code: 'KeyK' }), 'elsewhere')).toBe('previous');
    expect(commandIdFor(key({ code: 'ArrowDown', altKey: true }), 'field')).toBe('next');
    expect(commandIdFor(key({ code: 'ArrowUp', altKey: true }), 'field')).toBe('previous');
  });

  it('Space is ignored on buttons and in text fields', () => {
    const space = key({ code: 'Space', key: ' ' });
    expect(commandIdFor(space, 'elsewhere')).toBe('playPause');
    expect(commandIdFor(space, 'control')).toBeUndefined();
    expect(commandIdFor(space, 'field')).toBeUndefined();
    expect(commandIdFor({ ...space, altKey: true }, 'field')).toBe('playPause');
  });

  it('? lists the keys outside of text fields', () => {
    expect(commandIdFor(key({ key: '?', shiftKey: true }), 'elsewhere')).toBe('keys');
    expect(commandIdFor(key({ key: '?', shiftKey: true }), 'field')).toBeUndefined();
  });

  it('AltGr characters and IME compositions are ignored', () => {
    expect(
      commandIdFor(key({ key: 'ś', code: 'KeyS', ctrlKey: true, altKey: true }), 'elsewhere'),
    ).toBeUndefined();
    expect(commandIdFor(key({ key: 's', code: 'KeyS', isComposing: true }), 'elsewhere')).toBeUndefined();
  });

  it('the browser’s shortcuts are ignored', () => {
    expect(commandIdFor(key({ key: 'r', code: 'KeyR', ctrlKey: true }), 'elsewhere')).toBeUndefined();
    expect(commandIdFor(key({ key: 'Tab', code: 'Tab' }), 'elsewhere')).toBeUndefined();
  });
});
