import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeSpans } from './splice.ts';

/** Removes text between two tildes, and the tildes. */
const cutMarked = (text: string) =>
  removeSpans(
    text,
    [...text.matchAll(/~[^~]*~/g)].map(({ 0: whole, index }) => ({ from: index, to: index + whole.length })),
  );

describe('removing a part of a text', () => {
  it.each([
    ['the start', '~x~ One', 'One'],
    ['the start without a space', '~x~One', 'One'],
    ['the end', 'One ~x~', 'One'],
    ['the end without a space', 'One~x~', 'One'],
    ['the middle', 'One ~x~ two', 'One two'],
    ['the middle with one space before', 'One ~x~two', 'One two'],
    ['the middle with one space behind', 'One~x~ two', 'One two'],
    ['the middle without spaces', 'One~x~two', 'One two'],
    ['all of it', '~x~', ''],
    ['two parts', '~x~ One ~y~ two', 'One two'],
    ['two parts side by side', '~x~ ~y~ One', 'One'],
    ['two parts without a space between', 'One ~x~~y~ two', 'One two'],
    ['three parts', '~x~ One ~y~ two ~z~', 'One two'],
    ['a part before a full stop', 'One ~x~.', 'One.'],
    ['a part before a question mark', 'One ~x~?', 'One?'],
    ['a part before an ellipsis', 'One ~x~…', 'One…'],
    ['a part before a closing bracket', '(One ~x~)', '(One)'],
    ['a part before a spaced mark', 'Un ~x~ ?', 'Un ?'],
    ['a part between two commas', 'One, ~x~, two', 'One, two'],
    ['a part after a comma', 'One, ~x~ two', 'One, two'],
    ['a part before a comma at the start', '~x~, one', 'one'],
    ['a part before a colon at the start', '~x~: one', 'one'],
    ['a part before a Chinese comma at the start', '~x~，一', '一'],
    ['a part before an Arabic comma at the start', '~x~، نعم', 'نعم'],
    ['a part before a full stop at the start', '~x~. One', 'One'],
    ['a part before dots at the start', '~x~... one', '... one'],
    ['a part before an exclamation at the start', '~x~! One', '! One'],
    ['a part between Chinese characters', '你~x~好', '你好'],
    ['a part between kana', 'そう~x~だね', 'そうだね'],
    ['a part between Thai letters', 'สวัส~x~ดี', 'สวัสดี'],
    ['a part between Korean letters', '안~x~녕', '안녕'],
    ['a part between a letter and a character', 'A~x~字', 'A字'],
    ['a part between Cyrillic letters', 'да~x~нет', 'да нет'],
    ['a part between Arabic letters', 'نعم~x~لا', 'نعم لا'],
    ['a part between digits', '1~x~2', '1 2'],
    ['a part after an opening quote', '“~x~ One”', '“One”'],
    ['a part after a dash', '- ~x~ One', '- One'],
    ['a part after a tag', '<i>~x~ One</i>', '<i>One</i>'],
    ['a part after an override', '{\\an8}~x~ One', '{\\an8}One'],
    ['a part after a Spanish mark', '¿~x~ Qué?', '¿Qué?'],
    ['a first line', '~x~\nOne', '\nOne'],
    ['a last line', 'One\n~x~', 'One\n'],
    ['the start of a second line', 'One\n~x~ two', 'One\ntwo'],
    ['the end of a first line', 'One ~x~\ntwo', 'One\ntwo'],
    ['a part over two lines', 'One ~x\ny~ two', 'One\ntwo'],
    ['a part over two lines before a full stop', 'One ~x\ny~.', 'One.'],
    ['a part over two lines at the start', '~x\ny~ one', 'one'],
    ['a part over two lines at the end of one', 'One ~x\ny~\ntwo', 'One\ntwo'],
    ['a part between double spaces elsewhere', 'One  two ~x~ three', 'One  two three'],
    ['a part before blanks at the end', 'One ~x~  ', 'One'],
    ['a part after CRLF', 'One\r\n~x~ two', 'One\r\ntwo'],
  ])('closes the gap: %s', (_, text, expected) => {
    expect(cutMarked(text)).toBe(expected);
  });

  it('keeps a text without that part unchanged', () => {
    expect(removeSpans(' a  b ', [])).toBe(' a  b ');
  });

  const piece = fc.constantFrom('a', 'B', ' ', ' ', '.', ',', '\n', '字', '-', '~x~', '~y\nz~', '<i>', '…');
  const texts = fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join(''));

  it('neither adds nor loses letters in any context', () => {
    const letters = (text: string) => text.replace(/~[^~]*~/g, '').replace(/[^aB字]/g, '');
    fc.assert(
      fc.property(texts, (text) => {
        expect(letters(cutMarked(text))).toBe(letters(text));
      }),
      { numRuns: 500 },
    );
  });

  it('never joins two words that the removed part separated', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('a', 'é', 'я', 'ع', 'α', '1'),
        fc.constantFrom('b', 'ñ', 'д', 'ل', 'ω', '2'),
        (first, second) => {
          expect(cutMarked(`${first}~x~${second}`)).toBe(`${first} ${second}`);
        },
      ),
    );
  });

  it('leaves no double space if there was none before', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!/ {2}/.test(text));
        expect(cutMarked(text)).not.toMatch(/\S {2,}\S/);
      }),
      { numRuns: 500 },
    );
  });
});
