import { describe, expect, it } from 'vitest';
import { type Command, findCommand } from '../../../ui/commands/commands.ts';
import { keyName } from '../../../ui/commands/keyboard.ts';
import { EDITOR_COMMANDS, ONE_SIDED_COMMANDS } from './commands.ts';
import type { EditorContext } from './editor-context.ts';
import { open } from './testing/open-editor.ts';

const KEY = {
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
};

const FOCUS = {
  text: '<textarea data-field="text_target"></textarea>',
  start: '<input data-field="start_time">',
  end: '<input data-field="end_time">',
  mismatch: '<input type="checkbox" data-field="mismatch">',
  search: '<input type="search">',
  button: '<button></button>',
};

function createElement(focus: keyof typeof FOCUS): Element {
  const frame = document.createElement('div');
  frame.innerHTML = FOCUS[focus];
  return frame.firstElementChild as Element;
}

const press = (key: Partial<typeof KEY>, focus: keyof typeof FOCUS = 'text') =>
  findCommand<Command<EditorContext>>(EDITOR_COMMANDS, { ...KEY, ...key }, createElement(focus));

describe('editor commands', () => {
  it.each([
    ['Ctrl+S', { key: 's', ctrlKey: true }, 'save'],
    ['Cmd+S', { key: 's', metaKey: true }, 'save'],
    ['Ctrl+S with Caps Lock', { key: 'S', ctrlKey: true }, 'save'],
    ['Ctrl+Enter', { key: 'Enter', ctrlKey: true }, 'saveNext'],
    ['Ctrl+M', { key: 'm', ctrlKey: true }, 'findNext'],
    ['Cmd+M', { key: 'm', metaKey: true }, 'findNext'],
    ['Ctrl+Z', { key: 'z', ctrlKey: true }, 'undo'],
    ['Ctrl+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    ['Ctrl+Y', { key: 'y', ctrlKey: true }, 'redo'],
    ['Enter', { key: 'Enter' }, 'nextRow'],
    ['Alt+Enter', { key: 'Enter', code: 'Enter', altKey: true }, 'split'],
    ['Alt+J', { key: '∆', code: 'KeyJ', altKey: true }, 'merge'],
    ['Alt+I', { key: 'i', code: 'KeyI', altKey: true }, 'insert'],
    ['Alt+Delete', { key: 'Delete', code: 'Delete', altKey: true }, 'remove'],
    ['Alt+T', { key: 't', code: 'KeyT', altKey: true }, 'translate'],
    ['Alt+M', { key: 'm', code: 'KeyM', altKey: true }, 'mismatch'],
    ['Alt+P', { key: 'p', code: 'KeyP', altKey: true }, 'playRow'],
  ])('%s works in a text', (_, key, id) => {
    expect(press(key)?.id).toBe(id);
  });

  it.each([
    ['a letter', { key: 'a' }],
    ['a bracket', { key: '[', code: 'BracketLeft' }],
    ['a question mark', { key: '?' }],
    ['Shift+Enter', { key: 'Enter', shiftKey: true }],
    ['Enter that ends a composed word', { key: 'Enter', isComposing: true }],
    ['an arrow', { key: 'ArrowDown' }],
    ['Ctrl+C', { key: 'c', ctrlKey: true }],
    ['AltGr and a letter', { key: '[', code: 'BracketLeft', ctrlKey: true, altKey: true }],
    ['Alt and a letter that no command uses', { key: 'x', code: 'KeyX', altKey: true }],
  ])('leave %s to the text field', (_, key) => {
    expect(press(key)).toBeUndefined();
  });

  it.each(['button', 'mismatch', 'search'] as const)('leave Enter to a %s', (focus) => {
    expect(press({ key: 'Enter' }, focus)).toBeUndefined();
  });

  it.each([
    ['[ outside the texts', { key: '[', code: 'BracketLeft' }, 'button', 'start_time', '00:00:03.900'],
    ['[ in the start', { key: '[', code: 'BracketLeft' }, 'start', 'start_time', '00:00:03.900'],
    [
      '] with Shift in the end',
      { key: '}', code: 'BracketRight', shiftKey: true },
      'end',
      'end_time',
      '00:00:07.000',
    ],
    ['the arrow in a time', { key: 'ArrowUp' }, 'start', 'start_time', '00:00:04.100'],
    [
      'Alt+[ in a text',
      { key: '“', code: 'BracketLeft', altKey: true },
      'text',
      'start_time',
      '00:00:03.900',
    ],
    ['Alt+. in a text', { key: '.', code: 'Period', altKey: true }, 'text', 'end_time', '00:00:06.100'],
  ] as const)('%s moves an edge of the row', (_, key, focus, edge, time) => {
    const { editor } = open();
    const command = press(key, focus);
    if (command?.scope !== 'row') throw new Error('not a row command');
    const pressed = { ...KEY, ...key };
    command.run({ editor } as EditorContext, {
      id: 2,
      element: createElement(focus),
      key: keyName(pressed),
      isShifted: pressed.shiftKey,
    });
    expect(editor.row(2)?.value[edge]).toBe(time);
    expect(command.isRepeated).toBe(true);
  });

  it('have the keys that are shown for a row without one of its texts', () => {
    for (const { id, key } of ONE_SIDED_COMMANDS)
      expect(EDITOR_COMMANDS.find((command) => command.id === id)).toMatchObject({
        keys: [key],
        scope: 'row',
      });
  });

  it('have no duplicate keys', () => {
    const keys = EDITOR_COMMANDS.flatMap((command): readonly string[] =>
      'keys' in command && !('allowsShift' in command) ? command.keys : [],
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('list the keys on ? outside of text fields', () => {
    expect(press({ key: '?' }, 'button')?.id).toBe('keys');
    expect(press({ key: '?' }, 'search')).toBeUndefined();
  });
});
