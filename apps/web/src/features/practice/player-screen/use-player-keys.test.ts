import { afterEach, describe, expect, it } from 'vitest';
import { usesKey } from './use-player-keys.ts';

const keys = { space: ' ', right: 'ArrowRight', letter: 'r' };

/** Which of the player's keys an element keeps to itself. */
function keptBy(html: string): string[] {
  document.body.innerHTML = html;
  const element = document.querySelector('[data-focus]');
  return Object.entries(keys)
    .filter(([, key]) => usesKey(element, key))
    .map(([name]) => name);
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('what has the focus', () => {
  it.each([
    ['a text field', '<input data-focus>'],
    ['a search field', '<input type="search" data-focus>'],
    ['a text area', '<textarea data-focus></textarea>'],
    ['editable text', '<div contenteditable="true" data-focus></div>'],
    ['a native select', '<select data-focus></select>'],
  ])('keeps every key when it is %s', (_, html) => {
    expect(keptBy(html)).toEqual(['space', 'right', 'letter']);
  });

  it.each([
    ['a button', '<button data-focus></button>', ['space']],
    ['an icon in a button', '<button><svg data-focus></svg></button>', ['space']],
    ['a link', '<a href="/" data-focus></a>', ['space']],
    ['a checkbox', '<input type="checkbox" data-focus>', ['space']],
    ['a slider', '<div role="slider" data-focus></div>', ['right']],
    [
      'an item of a menu',
      '<div role="menu"><button role="menuitem" data-focus></button></div>',
      ['space', 'right'],
    ],
    ['the page', '<main data-focus></main>', []],
  ])('keeps only what it uses when it is %s', (_, html, kept) => {
    expect(keptBy(html)).toEqual(kept);
  });

  it('leaves the player nothing while a dialog is open', () => {
    expect(keptBy('<main data-focus></main><div role="dialog" aria-modal="true"></div>')).toHaveLength(3);
  });
});
