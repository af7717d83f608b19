import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutOuterBlankLines } from '../cues/cue.ts';
import { escapePlainText, splitCueText, toPlainText } from './vtt-text.ts';

describe('a text without its tags', () => {
  it.each([
    ['italics', '<i>One</i>', 'One'],
    ['bold', '<b>One</b>', 'One'],
    ['underline', '<u>One</u>', 'One'],
    ['a class', '<c.yellow>One</c>', 'One'],
    ['several classes', '<c.yellow.bg_blue>One</c>', 'One'],
    ['a class on italics', '<i.loud>One</i>', 'One'],
    ['a voice', '<v Ann>One</v>', 'One'],
    ['a voice that is never closed', '<v Ann>One', 'One'],
    ['a voice with a class and two names', '<v.loud Ann Lee>One</v>', 'One'],
    ['a language', '<lang fr>Un</lang>', 'Un'],
    ['a time', '<00:00:01.500>One', 'One'],
    ['a short time', '<00:01.500>One', 'One'],
    ['a time that is none', '<99>One', 'One'],
    ['an unknown tag', '<blink>One</blink>', 'One'],
    ['an empty tag', '<>One</>', 'One'],
    ['a tag with a line break inside', '<v\nAnn>One', 'One'],
    ['a tag that is never ended', 'One <i', 'One '],
    ['an angle alone', 'One <', 'One '],
    ['an angle before a space', '5 < 6', '5 '],
    ['an angle that closes nothing', '5 > 6', '5 > 6'],
    ['two tags side by side', '<i><b>One</b></i>', 'One'],
    ['tags in the wrong order', '<i><b>One</i></b>', 'One'],
    ['a tag inside a tag', '<i <b>One', 'One'],
    ['lines', '<i>One\ntwo</i>', 'One\ntwo'],
    ['nothing between', '<i></i>', ''],
    ['lines of tags alone', '<i>\n</i>Text\n<b></b>', 'Text'],
    ['two references', '&amp;amp; caf&eacute;', '&amp; café'],
  ])('is correct with %s: %j', (_, payload, text) => {
    expect(toPlainText(payload)).toBe(text);
  });

  it.each([
    ['a word', '<ruby>漢<rt>かん</rt></ruby>', '漢(かん)'],
    ['two words', '<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>', '漢(かん)字(じ)'],
    ['a reading that is not closed', '<ruby>漢<rt>かん</ruby>字', '漢(かん)字'],
    ['a ruby that is not closed', '<ruby>漢<rt>かん', '漢(かん)'],
    ['an empty reading', '<ruby>a<rt></rt></ruby> <rt>b', 'a b'],
    ['a reading of blanks', '<ruby>漢<rt> </rt></ruby>', '漢'],
    ['a reading without a ruby', '漢<rt>かん</rt>', '漢かん'],
    ['a tag inside the reading', '<ruby>漢<rt><i>かん</i></rt></ruby>', '漢(かん)'],
    ['a reference inside the reading', '<ruby>漢<rt>&lt;b&gt;</rt></ruby>', '漢(<b>)'],
    ['none around other scripts', '<ruby>All <rt>right</rt></ruby>', 'All right'],
    ['Chinese with its sounds', '<ruby>你<rt>nǐ</rt>好<rt>hǎo</rt></ruby>', '你(nǐ)好(hǎo)'],
    ['a reading after a closed ruby', '<ruby>漢<rt>かん</rt></ruby><rt>字', '漢(かん)字'],
    ['text after the ruby', '<ruby>漢<rt>かん</rt></ruby>です', '漢(かん)です'],
  ])('has ruby in parentheses: %s', (_, payload, text) => {
    expect(toPlainText(payload)).toBe(text);
  });

  it.each([
    ['above', '\n\nOne', 'One'],
    ['below', 'One\n\n', 'One'],
    ['on both sides', '\nOne\n', 'One'],
    ['inside, which stay', 'One\n\ntwo', 'One\n\ntwo'],
    ['alone', '\n\n\n', ''],
    ['with a space, which isn’t a blank line here', ' \nOne', ' \nOne'],
  ])('has no blank lines %s', (_, payload, text) => {
    expect([toPlainText(payload), withoutOuterBlankLines(payload)]).toEqual([text, text]);
  });
});

describe('the pieces of a cue’s text', () => {
  it.each<[string, string, (string | [string, string])[]]>([
    ['a text', 'One', ['One']],
    ['a tag', '<i>One</i>', [['i', ''], 'One', ['/i', '']]],
    ['a class', '<c.yellow>One', [['c', '.yellow'], 'One']],
    ['two classes', '<i.a.b>', [['i', '.a.b']]],
    ['a voice without its name', '<v.loud Ann>', [['v', '.loud']]],
    ['a time', '<00:01.000>', [['00:01', '.000']]],
    ['a reference', 'a &amp; b', ['a & b']],
    ['an empty tag', '<>', [['', '']]],
    ['no text', '', []],
  ])('are found with %s', (_, payload, pieces) => {
    const pieceTags = [...splitCueText(payload)].map((piece) =>
      'text' in piece ? piece.text : [piece.tag, piece.classes],
    );
    expect(pieceTags).toEqual(pieces);
  });
});

describe('escaping a text', () => {
  it.each([
    ['an ampersand', 'a & b', 'a &amp; b'],
    ['a reference', '&amp;', '&amp;amp;'],
    ['angles', '<i>', '&lt;i&gt;'],
    ['an arrow', '-->', '--&gt;'],
    ['quotation marks, which stay', '"a" \'b\'', '"a" \'b\''],
    ['a blank line inside', 'a\n\nb', 'a\n<c></c>\nb'],
    ['two blank lines inside', 'a\n\n\nb', 'a\n<c></c>\n<c></c>\nb'],
    ['blank lines outside, which go', '\na\n', 'a'],
    ['CRLF', 'a\r\nb', 'a\nb'],
    ['CR', 'a\rb', 'a\nb'],
    ['a hard space, which stays', 'a\u00A0b', 'a\u00A0b'],
  ])('changes %s', (_, text, escaped) => {
    expect(escapePlainText(text)).toBe(escaped);
  });

  it('is undone by reading, for any text', () => {
    const part = fc.constantFrom(...'&|<|>|-->|amp;|&#60;|a| |\n|字|é|<i>|</i>|\u00A0'.split('|'));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
        const text = withoutOuterBlankLines(parts.join(''));
        expect(toPlainText(escapePlainText(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves nothing that could end the cue or start another one', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('-', '>', '\n', '\r', '<', '&', 'a') }), (text) => {
        expect(escapePlainText(text)).not.toMatch(/-->|\n\n|\r/);
      }),
    );
  });
});
