import { describe, expect, it } from 'vitest';
import { readSubtitles } from '../formats.ts';
import { readTtml } from './read-ttml.ts';

const tt = (body: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" ${attributes}><head><title>T</title></head><body><div>${body}</div></body></tt>`;
const readCues = (body: string, attributes?: string) =>
  readTtml(tt(body, attributes)).cues.map(({ start, end, text }) => [start, end, text]);
const p = (times: string, text = 'A') => `<p ${times}>${text}</p>`;

describe('TTML', () => {
  it('is read with its line breaks and entities', () => {
    const file = tt(
      '\n  <p begin="00:00:01.000" end="00:00:02.500">\n    Tom &amp; Ana<br/>\n    say &#8220;hi&#8221;</p>\n',
    );
    expect(readSubtitles(file)).toEqual({
      format: 'ttml',
      cues: [{ index: 1, start: 1000, end: 2500, text: 'Tom & Ana\nsay “hi”' }],
      problems: [],
    });
  });

  it('is read with prefixes, as written by the BBC, and with upper-case DFXP namespaces', () => {
    const file =
      '\uFEFF<!-- a comment --><tt:tt xmlns:tt="urn:x"><tt:body><tt:div><tt:p xml:id="s1" begin="00:00:10.000" end="00:00:11.000"><tt:span style="s">A</tt:span><tt:br/><tt:span>B</tt:span></tt:p></tt:div></tt:body></tt:tt>';
    expect(readSubtitles(file)).toMatchObject({
      format: 'ttml',
      cues: [{ start: 10_000, end: 11_000, text: 'A\nB' }],
    });
  });

  it.each([
    ['begin="1s" end="2.5s"', '', [1000, 2500]],
    ['begin="1500ms" dur="1s"', '', [1500, 2500]],
    ['begin="1m" end="1.5m"', '', [60_000, 90_000]],
    ['begin="0.5h" dur="1s"', '', [1_800_000, 1_801_000]],
    ['begin="30f" end="60f"', '', [1000, 2000]],
    ['begin="25f" end="50f"', 'ttp:frameRate="25"', [1000, 2000]],
    ['begin="24f" end="48f"', 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"', [1001, 2002]],
    ['begin="00:00:01:12" end="00:00:02:00"', 'ttp:frameRate="24"', [1500, 2000]],
    ['begin="10000000t" end="25000000t"', 'ttp:tickRate="10000000"', [1000, 2500]],
    ['begin="1s" end="9s" dur="1s"', '', [1000, 2000]],
    ["begin='1s' end='2s'", '', [1000, 2000]],
  ])('has times such as %s %s', (times, attributes, [start, end]) => {
    expect(readCues(p(times), attributes)).toEqual([[start, end, 'A']]);
  });

  it('adds the times of a paragraph’s containers, and reads a span’s own times', () => {
    const file = `<tt><body begin="1s"><div begin="2s">${p('begin="3s" end="4s"')}<p begin="5s" end="9s"><span begin="0s" end="1s">B</span> <span begin="1s" end="2s">C</span></p></div></body></tt>`;
    expect(readTtml(file).cues.map(({ start, end, text }) => [start, end, text])).toEqual([
      [6000, 7000, 'A'],
      [8000, 9000, 'B'],
      [9000, 10_000, 'C'],
    ]);
  });

  it('can have sequential paragraphs', () => {
    const file = `<tt><body begin="1s"><div timeContainer="seq">${p('dur="2s"')}${p('begin="1s" dur="1s"', 'B')}</div>${p('begin="9s" dur="1s"', 'C')}</body></tt>`;
    expect(readTtml(file).cues.map(({ start, end, text }) => [start, end, text])).toEqual([
      [1000, 3000, 'A'],
      [4000, 5000, 'B'],
      [10_000, 11_000, 'C'],
    ]);
  });

  it('is sorted by start, with missing ends at the next start', () => {
    expect(readCues(p('begin="5s"', 'B') + p('begin="1s"'))).toEqual([
      [1000, 5000, 'A'],
      [5000, 9000, 'B'],
    ]);
  });

  it('is read without ruby annotations and a paragraph’s metadata', () => {
    const text =
      '<metadata><ttm:desc>no</ttm:desc></metadata><span tts:ruby="container"><span tts:ruby="base">漢</span><span tts:ruby="text">かん</span></span>字';
    expect(readCues(p('begin="1s" end="2s"', text))).toEqual([[1000, 2000, '漢字']]);
  });

  it('reports unreadable times with their line', () => {
    const { cues, problems } = readTtml(
      tt(`\n${p('begin="soon" end="2s"')}\n${p('begin="1s" end="2s"', 'B')}`),
    );
    expect(cues).toMatchObject([{ text: 'B' }]);
    expect(problems).toMatchObject([{ line: 3, id: 'unreadableTimes' }]);
  });

  it('reports a file of images without text', () => {
    expect(readTtml(tt('<div begin="1s" end="2s" smpte:backgroundImage="#a"/>')).problems).toMatchObject([
      { id: 'noTimedText' },
    ]);
  });

  it.each(['', '<html><body>', 'tt', '<ttx>', '<p begin="1s">', 'text <tt>'])('isn’t %j', (text) => {
    expect(readSubtitles(text).format).not.toBe('ttml');
  });
});

describe('hostile TTML', () => {
  it('never expands its own entities', () => {
    const bomb =
      '<!DOCTYPE tt [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]><tt><body>' +
      '<p begin="1s" end="2s">&b;&x;</p></body></tt>';
    expect(readSubtitles(bomb)).toMatchObject({ format: 'ttml', cues: [{ text: '&b;&x;' }] });
  });

  it('is read only to a maximum depth', () => {
    const deep = `<tt><body>${p('begin="1s" end="2s"')}${'<div>'.repeat(500_000)}`;
    expect(readTtml(deep)).toMatchObject({ cues: [{ text: 'A' }], problems: [{ id: 'tooDeep' }] });
  });

  it.each([
    ['an element that never ends', '<p begin="1s" end="2s"'],
    ['a quotation mark that never ends', '<p begin="1s'],
    ['a comment that never ends', '<!-- '],
    ['a section that never ends', '<![CDATA[ A'],
    ['closing tags of nothing', '</p></tt></div></body></x>'],
    ['only angle brackets', '<<<>>><p <p begin="1s"><>'],
    ['what belongs to objects', '<p __proto__="1s" begin="1s" end="2s">A</p><constructor></constructor>'],
    ['times above any maximum', '<p begin="999999999999h" end="9999:00:00.0">A</p>'],
  ])('is read without throwing with %s', (_, body) => {
    expect(readTtml(`<tt><body>${body}`).cues.length).toBeLessThan(3);
  });

  it('is read quickly for input that would take hours in quadratic time', () => {
    const many = 1_000_000;
    for (const part of [
      '<',
      '<!--',
      '<p a="',
      "<p a=' ",
      '&',
      '<a ',
      'a=" ',
      '</p>',
      '<![CDATA[',
      '<!DOCTYPE [',
      ' ',
    ]) {
      readSubtitles(`<tt><body><p begin="1s" end="2s">${part.repeat(many)}`);
    }
  });
});
