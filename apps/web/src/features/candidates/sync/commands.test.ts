// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { deedOf } from './commands.ts';

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

describe('the keys of the sync editor', () => {
  it.each([
    ['s', 'save'],
    ['z', 'undo'],
    ['y', 'redo'],
  ])('with Ctrl or Cmd and %s: %s, wherever the focus is', (letter, deed) => {
    expect(deedOf(key({ key: letter, ctrlKey: true }), 'field')).toBe(deed);
    expect(deedOf(key({ key: letter, metaKey: true }), 'elsewhere')).toBe(deed);
  });

  it('redo with Ctrl, Shift and Z', () => {
    expect(deedOf(key({ key: 'Z', ctrlKey: true, shiftKey: true }), 'field')).toBe('redo');
  });

  it.each([
    ['KeyP', 'playCurrent'],
    ['KeyQ', 'playStart'],
    ['KeyW', 'playEnd'],
    ['KeyI', 'insert'],
    ['Delete', 'delete'],
    ['KeyS', { set: 'start' }],
    ['KeyE', { set: 'end' }],
    ['BracketLeft', { nudge: 'start', direction: -1, isFar: false }],
    ['BracketRight', { nudge: 'start', direction: 1, isFar: false }],
    ['Comma', { nudge: 'end', direction: -1, isFar: false }],
    ['Period', { nudge: 'end', direction: 1, isFar: false }],
  ])('do with %s alone outside of fields, and with Alt in them', (code, deed) => {
    expect(deedOf(key({ code }), 'elsewhere')).toEqual(deed);
    expect(deedOf(key({ code }), 'control')).toEqual(deed);
    expect(deedOf(key({ code }), 'field')).toBeNull();
    expect(deedOf(key({ code, altKey: true }), 'field')).toEqual(deed);
  });

  it('nudge farther with Shift', () => {
    expect(deedOf(key({ code: 'BracketLeft', shiftKey: true }), 'elsewhere')).toMatchObject({ isFar: true });
  });

  it('leave other keys with Shift alone', () => {
    expect(deedOf(key({ code: 'KeyS', shiftKey: true }), 'elsewhere')).toBeNull();
  });

  it('go to the next and the previous segment', () => {
    expect(deedOf(key({ code: 'KeyJ' }), 'elsewhere')).toBe('next');
    expect(deedOf(key({ code: 'KeyK' }), 'elsewhere')).toBe('previous');
    expect(deedOf(key({ code: 'ArrowDown', altKey: true }), 'field')).toBe('next');
    expect(deedOf(key({ code: 'ArrowUp', altKey: true }), 'field')).toBe('previous');
  });

  it('leave Space to the button or the text that has the focus', () => {
    const space = key({ code: 'Space', key: ' ' });
    expect(deedOf(space, 'elsewhere')).toBe('playPause');
    expect(deedOf(space, 'control')).toBeNull();
    expect(deedOf(space, 'field')).toBeNull();
    expect(deedOf({ ...space, altKey: true }, 'field')).toBe('playPause');
  });

  it('list themselves', () => {
    expect(deedOf(key({ key: '?', shiftKey: true }), 'elsewhere')).toBe('keys');
    expect(deedOf(key({ key: '?', shiftKey: true }), 'field')).toBeNull();
  });

  it('leave what AltGr types alone, and what is being composed', () => {
    expect(deedOf(key({ key: 'ś', code: 'KeyS', ctrlKey: true, altKey: true }), 'elsewhere')).toBeNull();
    expect(deedOf(key({ key: 's', code: 'KeyS', isComposing: true }), 'elsewhere')).toBeNull();
  });

  it('leave the browser its own', () => {
    expect(deedOf(key({ key: 'r', code: 'KeyR', ctrlKey: true }), 'elsewhere')).toBeNull();
    expect(deedOf(key({ key: 'Tab', code: 'Tab' }), 'elsewhere')).toBeNull();
  });
});
