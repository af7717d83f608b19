import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashTurns, tidyRemoval } from './dialogue.ts';
import { addDash, endsSentence, readLineHead, removeDash, removeTags, toLines } from './lines.ts';

describe('the prefix of a line', () => {
  it.each<[string, string, string, string | undefined]>([
    ['nothing', 'One', '', undefined],
    ['a hyphen', '- One', '- ', '-'],
    ['a hyphen without a space', '-One', '-', '-'],
    ['a hyphen of Unicode', '\u2010 One', '\u2010 ', '\u2010'],
    ['a short dash', '– One', '– ', '–'],
    ['a long dash', '— One', '— ', '—'],
    ['a break-off', '--One', '', undefined],
    ['a break-off with long dashes', '——One', '', undefined],
    ['a minus sign', '-5', '', undefined],
    ['a minus sign after a space', ' -5', ' ', undefined],
    ['spaces', '  One', '  ', undefined],
    ['a tag', '<i>One', '<i>', undefined],
    ['a tag and a dash', '<i>- One', '<i>- ', '-'],
    ['a dash and a tag', '- <i>One', '- <i>', '-'],
    ['an override', '{\\an8}One', '{\\an8}', undefined],
    ['an override, a tag and a dash', '{\\an8}<i>- One', '{\\an8}<i>- ', '-'],
    ['a brace that is no override', '{x}One', '', undefined],
    ['a tag that closes', '</i>One', '</i>', undefined],
    ['a quote', '"One', '', undefined],
    ['a dash alone', '-', '-', '-'],
    ['no line', '', '', undefined],
  ])('is found: %s', (_, line, head, dash) => {
    expect(readLineHead(line)).toEqual({ head, dash });
  });
});

describe('a line with a dash', () => {
  it.each([
    ['bare', 'One', '- One'],
    ['with a dash already', '- One', '- One'],
    ['with a dash without a space', '-One', '- One'],
    ['in italics', '<i>One</i>', '<i>- One</i>'],
    ['in italics after the dash', '- <i>One</i>', '<i>- One</i>'],
    ['with an override', '{\\an8}One', '{\\an8}- One'],
    ['with spaces', '  One', '- One'],
  ])('is correct if it was %s', (_, line, dashed) => {
    expect(addDash(line, '-')).toBe(dashed);
  });

  it.each([
    ['a dash', '- One', 'One'],
    ['a dash in italics', '<i>- One</i>', '<i>One</i>'],
    ['no dash', '  One', '  One'],
    ['a minus sign', '-5', '-5'],
    ['a break-off', '-- One', '-- One'],
    ['a dash after an override', '{\\an8}- One', '{\\an8}One'],
  ])('loses its dash: %s', (_, line, expected) => {
    expect(removeDash(line)).toBe(expected);
  });

  it('loses an added dash', () => {
    const word = fc.constantFrom('One', '<i>One</i>', '{\\an8}One', 'é', '字', '“One”', '… and');
    fc.assert(
      fc.property(word, fc.constantFrom('-', '–', '—', '\u2010'), (line, dash) => {
        expect(removeDash(addDash(line, dash))).toBe(line);
      }),
    );
  });
});

describe('the end of a sentence', () => {
  it.each([
    ['a full stop', 'One.'],
    ['an exclamation mark', 'One!'],
    ['a question mark', 'One?'],
    ['an ellipsis', 'One…'],
    ['three dots', 'One...'],
    ['a Chinese full stop', '好。'],
    ['a full-width exclamation mark', '好！'],
    ['a full-width question mark', '好？'],
    ['an Arabic question mark', 'نعم؟'],
    ['a Hindi stop', 'हाँ।'],
    ['a music symbol', 'la la ♪'],
    ['a long dash', 'But—'],
    ['two hyphens', 'But--'],
    ['a quote after the full stop', 'One."'],
    ['a closing quote after the full stop', 'One.”'],
    ['a French quote after the full stop', 'One.»'],
    ['a corner quote after the full stop', '好。」'],
    ['a bracket after the full stop', '(One.)'],
    ['spaces after it', 'One.  '],
    ['a tag after it', '<i>One.</i>'],
    ['nothing at all', ''],
    ['only tags', '<i></i>'],
  ])('is recognised with %s', (_, text) => {
    expect(endsSentence(text)).toBe(true);
  });

  it.each([
    'One',
    'One,',
    'One;',
    'One:',
    'One -',
    'one (two)',
    '好，',
    'نعم،',
    'हाँ',
    '“One”',
    'One–',
    '5',
    'สวัสดี',
  ])('isn’t recognised in %s', (text) => {
    expect(endsSentence(text)).toBe(false);
  });
});

describe('a displayed line', () => {
  it.each([
    ['<i>One</i>', 'One'],
    ['{\\an8}One', 'One'],
    ['{sighs} One', '{sighs} One'],
    ['<v Mary>One</v>', 'One'],
    ['a < b', 'a < b'],
    ['a < b > c', 'a  c'],
    ['', ''],
  ])('the visible line of %j is %j', (line, visible) => {
    expect(removeTags(line)).toBe(visible);
  });

  it('is one of several, with any line endings', () => {
    expect(toLines('a\r\nb\rc\nd')).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('tidying up after a removal', () => {
  it.each([
    ['an emptied line goes', 'x\nOne', '\nOne', 'One'],
    ['tags around nothing go', 'x One', '<i></i> One', 'One'],
    ['a line of a mark alone goes', 'x!\nOne', '!\nOne', 'One'],
    ['a line of quotes alone goes', '"x"\nOne', '""\nOne', 'One'],
    ['a line of a mask stays', 'x ***\nOne', '***\nOne', '***\nOne'],
    ['a line of a face stays', 'x :)\nOne', ':)\nOne', ':)\nOne'],
    ['a line of a bleep stays', 'x __\nOne', '__\nOne', '__\nOne'],
    ['a line of a number stays', 'x 5\nOne', '5\nOne', '5\nOne'],
    ['one speaker needs no dash', '- x\n- One', '- \n- One', 'One'],
    ['two speakers keep their dashes', '- x One\n- Two', '- One\n- Two', '- One\n- Two'],
    ['dashes get their space', '-x One\n-Two', '-One\n-Two', '- One\n- Two'],
    ['a dash on a second line alone stays', 'One x\n- Two', 'One\n- Two', 'One\n- Two'],
    ['a line that was left alone keeps its spaces', 'x\n  One ', '\n  One ', '  One '],
    ['a changed line loses its spaces', 'x One', '  One ', 'One'],
    ['nothing is left of nothing', 'x', '', ''],
  ])('%s', (_, before, after, tidied) => {
    expect(tidyRemoval(before, after)).toBe(tidied);
  });
});

describe('speaker turns', () => {
  it.each<[string, { line: string; speaker?: string }[], string]>([
    ['one', [{ line: 'One', speaker: 'A' }], 'One'],
    ['one whose dash stays as it is', [{ line: '-One', speaker: 'A' }], '-One'],
    ['none', [{ line: 'One' }, { line: 'two' }], 'One\ntwo'],
    [
      'two',
      [
        { line: 'One', speaker: 'A' },
        { line: 'Two', speaker: 'B' },
      ],
      '- One\n- Two',
    ],
    [
      'one twice',
      [
        { line: 'One', speaker: 'A' },
        { line: 'Two', speaker: 'A' },
      ],
      'One\nTwo',
    ],
    ['one with a second line', [{ line: 'One', speaker: 'A' }, { line: 'two' }], 'One\ntwo'],
    [
      'two with a line between',
      [{ line: 'One', speaker: 'A' }, { line: 'two' }, { line: 'Three', speaker: 'B' }],
      '- One\ntwo\n- Three',
    ],
    ['an unknown and a known one', [{ line: 'One' }, { line: 'Two', speaker: 'B' }], '- One\n- Two'],
    ['a known one and a dash', [{ line: 'One', speaker: 'A' }, { line: '- Two' }], '- One\n- Two'],
    [
      'two who have long dashes',
      [
        { line: '— One', speaker: 'A' },
        { line: '— Two', speaker: 'B' },
      ],
      '— One\n— Two',
    ],
    [
      'three in turn',
      [
        { line: 'One', speaker: 'A' },
        { line: 'Two', speaker: 'B' },
        { line: 'Three', speaker: 'A' },
      ],
      '- One\n- Two\n- Three',
    ],
  ])('turns of speakers of %s', (_, turns, text) => {
    expect(dashTurns(turns)).toBe(text);
  });
});
