import { describe, expect, it } from 'vitest';
import { isTyping, reviewKeyOf } from './review-keys.ts';

const pressed = (key: string, held: object = {}) =>
  reviewKeyOf({ key, ctrlKey: false, altKey: false, metaKey: false, ...held });

describe('the keys of the review', () => {
  it.each([
    ['a', 'approve'],
    ['R', 'reject'],
    ['p', 'processed'],
    ['j', 'next'],
    ['k', 'previous'],
    ['?', 'keys'],
  ])('%s: %s', (key, meaning) => expect(pressed(key)).toBe(meaning));

  it.each(['ctrlKey', 'altKey', 'metaKey'])('leave a key with %s to the browser', (held) => {
    expect(pressed('a', { [held]: true })).toBeNull();
  });

  it('mean nothing else', () => expect(pressed('q')).toBeNull());
});

describe('typing', () => {
  it.each([
    ['<input type="search">', true],
    ['<textarea></textarea>', true],
    ['<input type="checkbox">', false],
    ['<button></button>', false],
  ])('into %s: %s', (html, expected) => {
    const frame = document.createElement('div');
    frame.innerHTML = html;
    expect(isTyping(frame.firstElementChild)).toBe(expected);
  });
});
