import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark, Notation, Style } from './styles.ts';
import { findColourName, findColourValue, writeMarks } from './styles.ts';

const notation: Notation = {
  open: (style, colour) => (style === 'colour' ? colour && `<${colour}>` : `<${style}>`),
  close: (style, colour) => (style === 'colour' ? colour && '</>' : `</${style}>`),
  text: (text) => text,
};
const open = (style: Style, colour = ''): Mark => ({ open: style, colour });
const close = (style: Style): Mark => ({ close: style });
const text = (value: string): Mark => ({ text: value });

describe('writing styles', () => {
  it.each<[string, Mark[], string]>([
    ['nothing', [], ''],
    ['only text', [text('a')], 'a'],
    ['a style', [open('i'), text('a'), close('i')], '<i>a</i>'],
    ['a style that was never closed', [open('i'), text('a')], '<i>a</i>'],
    ['a style that was never opened', [text('a'), close('i')], 'a'],
    ['a style around nothing', [open('i'), close('i'), text('a')], 'a'],
    ['a style around an empty text', [open('i'), text(''), close('i')], ''],
    ['two styles', [open('i'), open('b'), text('a'), close('b'), close('i')], '<i><b>a</b></i>'],
    [
      'two styles closed in the wrong order',
      [open('i'), open('b'), text('a'), close('i'), text('b')],
      '<i><b>a</b></i><b>b</b>',
    ],
    [
      'a style opened twice',
      [open('i'), open('i'), text('a'), close('i'), text('b'), close('i')],
      '<i><i>a</i>b</i>',
    ],
    ['a style closed twice', [open('i'), text('a'), close('i'), close('i'), text('b')], '<i>a</i>b'],
    ['a colour', [open('colour', 'red'), text('a'), close('colour')], '<red>a</>'],
    ['a colour that the other format lacks', [open('colour'), text('a'), close('colour')], 'a'],
    ['a style that opens before its text', [text('a'), open('i'), text('b')], 'a<i>b</i>'],
    [
      'a style that closes at once after a text',
      [open('i'), text('a'), open('b'), close('b'), text('c')],
      '<i>ac</i>',
    ],
  ])('is correct for %s', (_, marks, written) => {
    expect(writeMarks(marks, notation)).toBe(written);
  });

  it('nests at most twelve levels', () => {
    const deep = (count: number) => writeMarks([...new Array(count).fill(open('i')), text('a')], notation);
    expect(deep(12)).toBe(`${'<i>'.repeat(12)}a${'</i>'.repeat(12)}`);
    expect(deep(13)).toBe(deep(12));
  });

  const style = fc.constantFrom<Style>('i', 'b', 'u');
  const mark = fc.oneof(
    style.map((tag) => open(tag)),
    style.map(close),
    fc.constantFrom('a', 'b', '\n', '').map(text),
  );

  it('closes all opened styles in order, for any marks', () => {
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 30 }), (marks) => {
        const stack: string[] = [];
        for (const [, slash, name = ''] of writeMarks(marks, notation).matchAll(/<(\/?)(\w)>/g)) {
          if (slash) expect(stack.pop()).toBe(name);
          else stack.push(name);
        }
        expect(stack).toEqual([]);
      }),
    );
  });

  it('keeps all text, in order', () => {
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 30 }), (marks) => {
        const all = marks.map((mark) => ('text' in mark ? mark.text : '')).join('');
        expect(writeMarks(marks, notation).replace(/<[^>]*>/g, '')).toBe(all);
      }),
    );
  });

  it('adds no empty tags', () => {
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 30 }), (marks) => {
        expect(writeMarks(marks, notation)).not.toMatch(/<(\w)><\/\1>/);
      }),
    );
  });
});

describe('colours', () => {
  it.each([
    ['white', '#ffffff'],
    ['lime', '#00ff00'],
    ['cyan', '#00ffff'],
    ['red', '#ff0000'],
    ['yellow', '#ffff00'],
    ['magenta', '#ff00ff'],
    ['blue', '#0000ff'],
    ['black', '#000000'],
  ])('have a class and a value: %s is %s', (name, value) => {
    expect([findColourValue(name), findColourName(value), findColourName(name)]).toEqual([value, name, name]);
  });

  it.each([
    ['in capitals', 'RED', 'red'],
    ['as a value in capitals', '#FFFF00', 'yellow'],
    ['as another value', '#ff8800', ''],
    ['as a short value', '#f00', ''],
    ['without its number sign', 'ff0000', ''],
    ['as another name', 'orange', ''],
    ['as green, which isn’t lime', 'green', ''],
    ['as nothing', '', ''],
    ['as a name of the language', 'constructor', ''],
  ])('have the class for values %s', (_, colour, name) => {
    expect(findColourName(colour)).toBe(name);
  });

  it.each(['bg_red', 'Red', 'orange', '', 'toString'])('have no value for the class %j', (name) => {
    expect(findColourValue(name)).toBe('');
  });
});
