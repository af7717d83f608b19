// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { deedOf, type Focus } from './commands.ts';

const KEY = {
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
};
const press = (key: Partial<typeof KEY>, focus: Focus = 'text') => deedOf({ ...KEY, ...key }, focus);

describe('the keys of the editor', () => {
  it.each([
    ['Ctrl+S', { key: 's', ctrlKey: true }, 'save'],
    ['Cmd+S', { key: 's', metaKey: true }, 'save'],
    ['Ctrl+S with Caps Lock', { key: 'S', ctrlKey: true }, 'save'],
    ['Ctrl+Enter', { key: 'Enter', ctrlKey: true }, 'saveNext'],
    ['Ctrl+M', { key: 'm', ctrlKey: true }, 'nextMismatch'],
    ['Cmd+M', { key: 'm', metaKey: true }, 'nextMismatch'],
    ['Ctrl+Z', { key: 'z', ctrlKey: true }, 'undo'],
    ['Ctrl+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    ['Ctrl+Y', { key: 'y', ctrlKey: true }, 'redo'],
    ['Enter', { key: 'Enter' }, 'nextRow'],
    ['Alt+Enter', { key: 'Enter', code: 'Enter', altKey: true }, 'split'],
    ['Alt+J', { key: '∆', code: 'KeyJ', altKey: true }, 'merge'],
    ['Alt+I', { key: 'i', code: 'KeyI', altKey: true }, 'insert'],
    ['Alt+Delete', { key: 'Delete', code: 'Delete', altKey: true }, 'delete'],
    ['Alt+T', { key: 't', code: 'KeyT', altKey: true }, 'translate'],
    ['Alt+M', { key: 'm', code: 'KeyM', altKey: true }, 'mismatch'],
    ['Alt+P', { key: 'p', code: 'KeyP', altKey: true }, 'play'],
  ])('%s works in a text', (_, key, deed) => {
    expect(press(key)).toBe(deed);
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
    ['Alt and a letter without a meaning', { key: 'a', code: 'KeyA', altKey: true }],
  ])('%s is the text’s own', (_, key) => {
    expect(press(key)).toBeNull();
  });

  it('leaves Enter to a button', () => {
    expect(press({ key: 'Enter' }, 'elsewhere')).toBeNull();
  });

  it.each([
    ['[ outside the texts', { key: '[', code: 'BracketLeft' }, 'elsewhere', 'focused', -1, false],
    ['] with Shift', { key: '}', code: 'BracketRight', shiftKey: true }, 'time', 'focused', 1, true],
    ['the arrow in a time', { key: 'ArrowUp' }, 'time', 'focused', 1, false],
    ['Alt+[ in a text', { key: '“', code: 'BracketLeft', altKey: true }, 'text', 'start_time', -1, false],
    ['Alt+. in a text', { key: '.', code: 'Period', altKey: true }, 'text', 'end_time', 1, false],
  ] as const)('%s moves an edge', (_, key, focus, nudge, direction, isFar) => {
    expect(press(key, focus)).toEqual({ nudge, direction, isFar });
  });

  it('lists the keys for ? where nothing is typed', () => {
    expect(press({ key: '?' }, 'elsewhere')).toBe('keys');
    expect(press({ key: '?' }, 'field')).toBeNull();
  });
});
