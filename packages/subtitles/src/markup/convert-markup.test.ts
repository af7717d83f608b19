import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorTag, anchorToSettings, findLeftSettings, srtToVtt } from './srt-to-vtt.ts';
import { settingsToAnchor, vttToSrt } from './vtt-to-srt.ts';

describe('converting SubRip markup to WebVTT', () => {
  it.each([
    ['no tag', 'One', 'One'],
    ['italics', '<i>One</i>', '<i>One</i>'],
    ['capital tags', '<I>One</I>', '<i>One</i>'],
    ['emphasis', '<em>One</em>', '<i>One</i>'],
    ['strong', '<strong>One</strong>', '<b>One</b>'],
    ['a strike, which is removed', '<s>One</s>', 'One'],
    ['a span, which is removed', '<span>One</span>', 'One'],
    ['a colour by name', '<font color=red>One</font>', '<c.red>One</c>'],
    ['a colour in quotes', "<font color='lime'>One</font>", '<c.lime>One</c>'],
    ['a colour by value', '<font color="#00FFFF">One</font>', '<c.cyan>One</c>'],
    ['a face', '<font face="Arial">One</font>', 'One'],
    [
      'a colour in a colour',
      '<font color=red>a<font color=blue>b</font>c</font>',
      '<c.red>a<c.blue>b</c>c</c>',
    ],
    ['italics in braces', '{\\i1}One{\\i0} two', '<i>One</i> two'],
    ['underline in braces', '{\\u1}One', '<u>One</u>'],
    ['bold by weight, which is none', '{\\b700}One', 'One'],
    ['two styles in one brace', '{\\i1\\b1}One', '<i><b>One</b></i>'],
    ['a place, which is removed', '{\\pos(1,2)}One', 'One'],
    ['an anchor, which is removed', '{\\an8}One', 'One'],
    ['reserved characters', 'a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    ['a reference, which is text', '&lt;', '&amp;lt;'],
    ['lines', '<i>One\ntwo</i>', '<i>One\ntwo</i>'],
    ['spaces at the ends of lines', ' One \n two ', 'One\ntwo'],
    ['spaces at the ends inside tags', '<i> One </i>', '<i>One</i>'],
    ['spaces between words', 'One <i>two</i> three', 'One <i>two</i> three'],
    ['a blank line', 'One\n\ntwo', 'One\n<c></c>\ntwo'],
    ['a line break as a tag', 'One<br>two', 'One two'],
  ])('preserves %s', (_, srt, vtt) => {
    expect(srtToVtt(srt)).toBe(vtt);
  });
});

describe('converting WebVTT markup to SubRip', () => {
  it.each([
    ['no tag', 'One', 'One'],
    ['italics', '<i>One</i>', '<i>One</i>'],
    ['italics with a class', '<i.loud>One</i>', '<i>One</i>'],
    ['a colour', '<c.red>One</c>', '<font color="#ff0000">One</font>'],
    ['a colour among classes', '<c.loud.lime.x>One</c>', '<font color="#00ff00">One</font>'],
    ['the first of two colours', '<c.red.blue>One</c>', '<font color="#ff0000">One</font>'],
    ['a background, which is removed', '<c.bg_red>One</c>', 'One'],
    ['a colour on italics, which is removed', '<i.red>One</i>', '<i>One</i>'],
    ['a class inside a colour', '<c.red>a<c.x>b</c>c</c>', '<font color="#ff0000">abc</font>'],
    ['a voice, which is removed', '<v Ann>One</v>', 'One'],
    ['a language, which is removed', '<lang fr>Un</lang>', 'Un'],
    ['a time, which is removed', 'a<00:01.000>b', 'ab'],
    ['a ruby', '<ruby>漢<rt>かん</rt></ruby>', '漢(かん)'],
    ['references', '&lt;i&gt; &amp; &nbsp;', '<i> & \u00A0'],
    ['capital tags, which are others', '<I>One</I>', 'One'],
    ['a style that is never closed', '<b>One', '<b>One</b>'],
  ])('preserves %s', (_, vtt, srt) => {
    expect(vttToSrt(vtt)).toBe(srt);
  });

  it('is lossless for the styles of both', () => {
    const piece = fc.constantFrom(
      ...'<i>a</i>|<b>b</b>|<u>c</u>| |d|字|<i><b>e</b></i>|<font color="#ff0000">f</font>'.split('|'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const srt = `x${pieces.join('')}x`;
        expect(vttToSrt(srtToVtt(srt))).toBe(srt);
      }),
    );
  });
});

describe('a cue’s position', () => {
  it.each([
    [1, 'align:start'],
    [2, ''],
    [3, 'align:end'],
    [4, 'line:50% align:start'],
    [5, 'line:50%'],
    [6, 'line:50% align:end'],
    [7, 'line:0 align:start'],
    [8, 'line:0'],
    [9, 'line:0 align:end'],
  ])('the numpad position %i becomes “%s”, and converts back', (key, settings) => {
    expect(anchorToSettings(`{\\an${key}}One`)).toBe(settings);
    expect(settingsToAnchor(settings)).toBe(key === 2 ? '' : `{\\an${key}}`);
  });

  it.each([
    ['among other overrides', '{\\fad(1,2)\\an8\\i1}One', 'line:0'],
    ['after the text', 'One{\\an8}', 'line:0'],
    ['of the first of two', '{\\an8}{\\an2}', 'line:0'],
    ['by the key 0, which is none', '{\\an0}One', ''],
    ['without a brace', '\\an8 One', ''],
    ['of the old kind, which counts otherwise', '{\\a6}One', ''],
    ['of a text without one', 'One', ''],
  ])('is read %s', (_, payload, settings) => {
    expect(anchorToSettings(payload)).toBe(settings);
  });

  it.each([
    ['One', ''],
    ['{\\an8}One', '{\\an8}'],
    ['{\\i1\\an5}One', '{\\an5}'],
  ])('the cue position %s has the tag “%s”', (payload, tag) => {
    expect(anchorTag(payload)).toBe(tag);
  });

  it.each([
    ['the first line', 'line:0', '{\\an8}'],
    ['the fourth line', 'line:4', '{\\an8}'],
    ['the fifth line', 'line:5', '{\\an5}'],
    ['the ninth line', 'line:9', '{\\an5}'],
    ['the tenth line', 'line:10', ''],
    ['the last line', 'line:-1', ''],
    ['a third of the height', 'line:33%', '{\\an8}'],
    ['more than a third', 'line:34%', '{\\an5}'],
    ['two thirds', 'line:66%', '{\\an5}'],
    ['more than two thirds', 'line:67%', ''],
    ['the bottom', 'line:100%', ''],
    ['a fraction', 'line:12.5%', '{\\an8}'],
    ['an alignment of the line', 'line:10%,start', '{\\an8}'],
    ['a broken line', 'line:x', ''],
    ['the left', 'align:left', '{\\an1}'],
    ['the right', 'align:right', '{\\an3}'],
    ['the middle', 'align:center', ''],
    ['the left at its own position', 'align:left position:50%', ''],
    ['the left of vertical text', 'align:left vertical:rl', ''],
    ['both', 'align:end line:0', '{\\an9}'],
    ['a region', 'region:fred', ''],
    ['nothing', '', ''],
    ['no setting', 'hello', ''],
  ])('WebVTT’s cue settings convert to the position for %s: %s', (_, settings, tag) => {
    expect(settingsToAnchor(settings)).toBe(tag);
  });
});

describe('WebVTT settings that a conversion left after SubRip’s times', () => {
  it.each([
    ['coordinates', 'X1:40 X2:600', ''],
    ['an alignment', 'align:start', 'align:start'],
    ['several', 'line:0 position:20%  size:5%', 'line:0 position:20% size:5%'],
    ['a mixture', 'X1:40 line:0', 'line:0'],
    ['one without a value', 'line:', ''],
    ['a longer name', 'baseline:0', ''],
    ['vertical text and a region', 'vertical:rl region:a', 'vertical:rl region:a'],
    ['nothing', '', ''],
  ])('are recognised among %s', (_, trailingText, settings) => {
    expect(findLeftSettings(trailingText)).toBe(settings);
  });
});
