import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitTags, stripTags } from './srt-tags.ts';

describe('removed tags', () => {
  it.each([
    ['italics', '<i>One</i>', 'One'],
    ['bold', '<b>One</b>', 'One'],
    ['underline', '<u>One</u>', 'One'],
    ['a strike', '<s>One</s>', 'One'],
    ['emphasis', '<em>One</em>', 'One'],
    ['strong', '<strong>One</strong>', 'One'],
    ['a font with a colour', '<font color="#ff0000">One</font>', 'One'],
    ['a font without quotes', '<font color=red>One</font>', 'One'],
    ['a font with three attributes', '<font face="Arial" size="12" color=\'red\'>One</font>', 'One'],
    ['a span', '<span class="x">One</span>', 'One'],
    ['a paragraph', '<p>One</p>', 'One'],
    ['a class of WebVTT', '<c.yellow>One</c>', 'One'],
    ['a voice of WebVTT', '<v Mary Ann>One</v>', 'One'],
    ['a language of WebVTT', '<lang en-GB>One</lang>', 'One'],
    ['a ruby of WebVTT', '<ruby>字<rt>じ</rt></ruby>', '字じ'],
    ['a time of WebVTT', 'One <00:00:01.500>two', 'One two'],
    ['a short time of WebVTT', 'One <01.500>two', 'One two'],
    ['capitals', '<I>One</I> <FONT COLOR=red>two</FONT>', 'One two'],
    ['a class on italics', '<i.loud>One</i>', 'One'],
    ['a space inside', '<i >One</i >', 'One'],
    ['a tag that closes itself', 'One<i/>', 'One'],
    ['a tag that was never closed', '<i>One', 'One'],
    ['a tag that was never opened', 'One</i>', 'One'],
    ['tags in the wrong order', '<i><b>One</i></b>', 'One'],
    ['tags around nothing', '<i></i>', ''],
    ['a position', '{\\an8}One', 'One'],
    ['a position in the old notation', '{\\a6}One', 'One'],
    ['a place', '{\\pos(192,220)}One', 'One'],
    ['italics in braces', '{\\i1}One{\\i0}', 'One'],
    ['several overrides in one', '{\\an8\\i1\\c&HFFFFFF&}One', 'One'],
    ['overrides one after the other', '{\\an8}{\\fad(1,2)}One', 'One'],
    ['a tag within a split tag', '<<i>i>One', 'One'],
    ['a tag in two split tags', '<<<b>b>b>One', 'One'],
    ['an override in a split one', '{\\i{\\b1}1}One', 'One'],
  ])('are %s: %s', (_, line, text) => {
    expect(stripTags(line)).toBe(text);
  });

  it.each(['<br>', '<br/>', '<br />', '<BR>'])('leave a space in place of %s', (tag) => {
    expect(stripTags(`One${tag}two`)).toBe('One two');
  });
});

describe('characters that are kept', () => {
  it.each([
    ['a comparison', '5 < 6 and 7 > 6'],
    ['a heart', 'I <3 you'],
    ['a name in angles', '<Ann> Hello'],
    ['tags with similar names', '<image> and <important>'],
    ['an unknown tag', '<music>'],
    ['a video', '<video src=x>'],
    ['an address', '<ann@example.org>'],
    ['quotation marks of angles', '<<Bonjour>>'],
    ['a turn mark', '>> Hello'],
    ['an open angle', 'a <i'],
    ['an empty tag', '<>'],
    ['a closing tag without a name', '</>'],
    ['braces without a backslash', '{sighs} Oh'],
    ['an open brace', '{\\an8 One'],
    ['a backslash', 'C:\\temp'],
    ['a line break written as in ASS', 'One\\Ntwo'],
    ['a reference', 'Fish &amp; chips &lt;i&gt;'],
    ['Chinese angles', '《红楼梦》'],
    ['French quotation marks', '« Bonjour »'],
    ['no special character', 'Hello'],
    ['nothing', ''],
  ])('are %s: %s', (_, line) => {
    expect(stripTags(line)).toBe(line);
  });
});

describe('a line without its tags', () => {
  const part = fc.constantFrom(...'<|>|<i>|</i>|<b|/|i|br|{\\|}|{|an8| |x|<font |字'.split('|'));
  const lines = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));

  it('has no tags when it is parsed again', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const once = stripTags(line);
        expect(stripTags(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the text between the tags, if tags aren’t nested', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const between = splitTags(line)
          .map(({ text }) => text)
          .join('');
        expect(stripTags(between)).toBe(stripTags(line));
      }),
    );
  });

  it('has no brackets if split tags are nested very deeply', () => {
    expect(stripTags(`${'<'.repeat(20)}${'i>'.repeat(20)}`)).not.toMatch(/[<{]/);
  });
});

describe('the pieces of a text with tags', () => {
  /** Returns each piece's text and tag, separated by a bar. */
  const listPieces = (payload: string) => splitTags(payload).map(({ text, tag }) => `${text}|${tag}`);

  it.each([
    ['no tag', 'One', ['One|']],
    ['nothing', '', ['|']],
    ['a tag at the start', '<i>One', ['|<i>', 'One|']],
    ['a tag at the end', 'One</i>', ['One|</i>', '|']],
    ['a tag in the middle', 'One <b>two', ['One |<b>', 'two|']],
    ['two tags side by side', '<i><b>', ['|<i>', '|<b>', '|']],
    ['an override', '{\\an8}One', ['|{\\an8}', 'One|']],
    ['a line break', 'One<br>two', ['One two|']],
    ['a tag over two lines of text', '<i>One\ntwo</i>', ['|<i>', 'One\ntwo|</i>', '|']],
    ['a character that isn’t a tag', 'a < b', ['a < b|']],
  ])('are found with %s', (_, payload, pieces) => {
    expect(listPieces(payload)).toEqual(pieces);
  });
});
