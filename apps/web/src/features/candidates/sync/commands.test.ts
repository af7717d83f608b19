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
const getId = (press: typeof KEY, focus: keyof typeof FOCUS) =>
  findCommand<Command<SyncContext>>(SYNC_COMMANDS, press, document.createElement(FOCUS[focus]))?.id;

describe('sync commands', () => {
  it.each([
    ['s', 'save'],
    ['z', 'undo'],
    ['y', 'redo'],
  ])('Ctrl or Cmd and %s runs %s wherever the focus is', (letter, command) => {
    expect(getId(key({ key: letter, ctrlKey: true }), 'field')).toBe(command);
    expect(getId(key({ key: letter, metaKey: true }), 'elsewhere')).toBe(command);
  });

  it('Ctrl+Shift+Z runs redo', () => {
    expect(getId(key({ key: 'Z', ctrlKey: true, shiftKey: true }), 'field')).toBe('redo');
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
  ])('%s runs %s where nothing is typed, and with Alt everywhere', (code, command) => {
    expect(getId(key({ code }), 'elsewhere')).toBe(command);
    expect(getId(key({ code }), 'control')).toBe(command);
    expect(getId(key({ code }), 'field')).toBeUndefined();
    expect(getId(key({ code, altKey: true }), 'field')).toBe(command);
  });

  it.each([
    ['[', false, -200],
    [']', false, 200],
    [']', true, 2000],
  ])('%s (with Shift: %s) nudges the start by %i ms where a step is 200 ms', (name, isShifted, by) => {
    expect(getId(key({ key: name, shiftKey: isShifted }), 'elsewhere')).toBe('nudgeStart');
    const nudge = vi.fn();
    const command: Command<SyncContext> | undefined = SYNC_COMMANDS.find(({ id }) => id === 'nudgeStart');
    if (command?.scope !== 'row') throw new Error('no command of a row');
    const context = { editor: { nudge }, step: 200 } as unknown as SyncContext;
    command.run(context, { id: 3, element: null, key: name, isShifted });
    expect(nudge).toHaveBeenCalledWith(3, 'start', by);
  });

  it('other keys do nothing with Shift', () => {
    expect(getId(key({ code: 'KeyS', shiftKey: true }), 'elsewhere')).toBeUndefined();
  });

  it('J, K and Alt with an arrow go to the next and the previous segment', () => {
    expect(getId(key({ code: 'KeyJ' }), 'elsewhere')).toBe('next');
    expect(getId(key({ code: 'KeyK' }), 'elsewhere')).toBe('previous');
    expect(getId(key({ code: 'ArrowDown', altKey: true }), 'field')).toBe('next');
    expect(getId(key({ code: 'ArrowUp', altKey: true }), 'field')).toBe('previous');
  });

  it('Space is left to a focused button or text', () => {
    const space = key({ code: 'Space', key: ' ' });
    expect(getId(space, 'elsewhere')).toBe('playPause');
    expect(getId(space, 'control')).toBeUndefined();
    expect(getId(space, 'field')).toBeUndefined();
    expect(getId({ ...space, altKey: true }, 'field')).toBe('playPause');
  });

  it('? lists the keys outside of text fields', () => {
    expect(getId(key({ key: '?', shiftKey: true }), 'elsewhere')).toBe('keys');
    expect(getId(key({ key: '?', shiftKey: true }), 'field')).toBeUndefined();
  });

  it('characters typed with AltGr and composed words are ignored', () => {
    expect(getId(key({ key: 'ś', code: 'KeyS', ctrlKey: true, altKey: true }), 'elsewhere')).toBeUndefined();
    expect(getId(key({ key: 's', code: 'KeyS', isComposing: true }), 'elsewhere')).toBeUndefined();
  });

  it('the browser’s own keys are ignored', () => {
    expect(getId(key({ key: 'r', code: 'KeyR', ctrlKey: true }), 'elsewhere')).toBeUndefined();
    expect(getId(key({ key: 'Tab', code: 'Tab' }), 'elsewhere')).toBeUndefined();
  });
});
