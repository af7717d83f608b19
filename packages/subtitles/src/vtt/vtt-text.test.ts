import { describe, expect, it } from 'vitest';
import { escapePlainText, toPlainText } from './vtt-text.ts';

describe('a WebVTT cue’s plain text', () => {
  it.each([
    ['voices and classes', '<v.loud Mary Ann>Hi</v> <c.a.b>there</c>', 'Hi there'],
    ['time stamps', 'When <00:17.500>the <00:00:18.000><c>moon</c>', 'When the moon'],
    ['unknown tags', '<bad>That</bad> is <i>it', 'That is it'],
    ['a tag without its end', 'Hello <c.first That is it', 'Hello '],
    ['lines with only tags', '<i>\n</i>Text\n<b></b>', 'Text'],
  ])('has no %s', (_name, text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it('has ruby text in parentheses', () => {
    expect(toPlainText('<ruby>漢字<rt>かんじ</rt></ruby>を<ruby>読<rt>よ</ruby>む')).toBe(
      '漢字(かんじ)を読(よ)む',
    );
    expect(toPlainText('<ruby>a<rt></rt></ruby> <rt>b')).toBe('a b');
  });

  it.each([
    ['&lt;i&gt; &amp;amp; &quot;x&quot;', '<i> &amp; "x"'],
    ['caf&eacute; &#233; &#xE9; &#XE9;', 'café é é é'],
    ['a&nbsp;b&lrm;', 'a\u00a0b\u200e'],
    ['&copy 2020 &AMP &notit;', '© 2020 & ¬it;'],
    ['AT&T &c &; &1; &nb&nbsp; &unknown;', 'AT&T &c &; &1; &nb\u00a0 &unknown;'],
    ['&#x92;&#151; &#0; &#xD800; &#x110000;', '’— \uFFFD \uFFFD \uFFFD'],
    ['it&apos;s &hellip; &oelig;', "it's … œ"],
  ])('decodes character references once: %s', (text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it('is unchanged after escaping and reading', () => {
    const text = 'a < b\n\n&amp; --> <i>c</i>';
    expect(toPlainText(escapePlainText(text))).toBe(text);
    expect(escapePlainText(text)).not.toMatch(/\n\n|-->/);
  });
});
