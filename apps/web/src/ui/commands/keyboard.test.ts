import { describe, expect, it } from 'vitest';
import { isTyping, toChord } from './keyboard.ts';

const NO_KEY = {
  key: '',
  code: '',
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  isComposing: false,
};

describe('a key press', () => {
  it.each([
    ['a letter', { key: 'j', code: 'KeyJ' }, 'J'],
    ['a letter of another layout, by its character', { key: 'a', code: 'KeyQ' }, 'A'],
    ['a letter of another script, by its position', { key: 'ы', code: 'KeyS', ctrlKey: true }, 'Ctrl+S'],
    ['Alt on a Mac, by its position', { key: '∆', code: 'KeyJ', altKey: true }, 'Alt+J'],
    ['Cmd', { key: 's', metaKey: true }, 'Ctrl+S'],
    ['Shift', { key: 'Z', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+Z'],
    ['a bracket', { key: '{', code: 'BracketLeft', shiftKey: true }, 'Shift+['],
    ['a question mark', { key: '?', code: 'Minus', shiftKey: true }, '?'],
    ['Space', { key: ' ', code: 'Space' }, 'Space'],
    ['AltGr, which types a character', { key: 'ś', code: 'KeyS', ctrlKey: true, altKey: true }, null],
    ['a key that composes a word', { key: 'Enter', isComposing: true }, null],
  ])('is formatted for %s', (_, press, name) => expect(toChord({ ...NO_KEY, ...press })).toBe(name));
});

describe('isTyping', () => {
  it.each([
    ['<input type="search">', true],
    ['<textarea></textarea>', true],
    ['<input type="checkbox">', false],
    ['<input type="range">', false],
    ['<button></button>', false],
  ])('for %s returns %s', (html, expected) => {
    const frame = document.createElement('div');
    frame.innerHTML = html;
    expect(isTyping(frame.firstElementChild)).toBe(expected);
  });
});
