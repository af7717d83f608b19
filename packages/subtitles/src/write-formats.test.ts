import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeAss } from './ass/write-ass.ts';
import type { Cue } from './cues/cue.ts';
import { readSubtitles, writeSubtitles } from './formats.ts';
import { readSrt } from './srt/read-srt.ts';
import { writeTtml } from './ttml/write-ttml.ts';
import { readVtt } from './vtt/read-vtt.ts';

const cue = (text: string, start = 1000, end = 2500): Cue => ({ index: 1, start, end, text });
const readLastLine = (ass: string) => ass.split('\n').at(-2);

describe('writing SubStation Alpha', () => {
  it('writes one event per cue, with times in hundredths of a second', () => {
    expect(readLastLine(writeAss([cue('One\nTwo', 3_723_456, 3_725_000)]))).toBe(
      'Dialogue: 0,1:02:03.46,1:02:05.00,Default,,0,0,0,,One\\NTwo',
    );
  });

  it.each([
    ['{braces}', '\\{braces\\}'],
    ['a\\Nb', 'a\\\u2060Nb'],
    ['C:\\new\\home', 'C:\\\u2060new\\\u2060home'],
    ['\\{', '\\\u2060\\{'],
    ['tail\\\nhead', 'tail\\\\Nhead'],
    ['C:\\', 'C:\\\u2060'],
  ])('escapes %j, so that it is read unchanged', (text, escaped) => {
    const ass = writeAss([cue(text)]);
    expect(readLastLine(ass)?.split(',,').at(-1)).toBe(escaped);
    expect(readSubtitles(ass).cues[0]?.text).toBe(text);
  });

  it('keeps a backslash before the end of a style, and a lone carriage return as a line break', () => {
    const srt = readSrt('1\n00:00:01,000 --> 00:00:02,000\n<i>C:\\</i> next\n');
    expect(readSubtitles(writeAss(srt)).cues[0]?.text).toBe('C:\\ next');
    expect(readLastLine(writeAss([cue('a\rb')]))?.endsWith(',,a\\Nb')).toBe(true);
  });

  it('converts the other formats’ styles, colours and positions', () => {
    const srt = readSrt(
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>Up</i> <font color="#ff8000">here</font>\n',
    );
    expect(readLastLine(writeAss(srt))?.endsWith(',,{\\an8}{\\i1}Up{\\i0} here')).toBe(true);
    const vtt = readVtt('WEBVTT\n\n00:01.000 --> 00:02.000 line:0\n<b>Up</b> <c.yellow>here</c>\n');
    expect(readLastLine(writeAss(vtt))?.endsWith(',,{\\an8}{\\b1}Up{\\b0} {\\c&H00FFFF&}here{\\c}')).toBe(
      true,
    );
  });
});

describe('writing TTML', () => {
  it('writes one paragraph per cue, with language and namespace', () => {
    expect(
      writeTtml({ cues: [cue('a < b & "c"\nTwo')], language: 'pt-BR' }),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="pt-BR">
  <body>
    <div>
      <p begin="00:00:01.000" end="00:00:02.500">a &lt; b &amp; &quot;c&quot;<br/>Two</p>
    </div>
  </body>
</tt>
`);
  });

  it('replaces characters that XML can’t contain, so that an XML parser can read it', () => {
    const ttml = writeTtml([cue('a\u0001b\uFFFEc')]);
    expect(ttml).toContain('a\uFFFDb\uFFFDc');
  });

  it('converts styles, including wrapped lines', () => {
    const vtt = readVtt(
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<i>When the train stopped at last, nobody</i> <c.red>wanted</c> to get off.\n',
    );
    expect(writeTtml(vtt)).toContain(
      '<span tts:fontStyle="italic">When the train stopped at last,<br/>nobody</span> <span tts:color="#ff0000">wanted</span> to get off.',
    );
  });
});

it.each(['ass', 'ttml'] as const)(
  '%s preserves cues, except for spaces, after writing and reading',
  (format) => {
    const piece = fc.constantFrom(
      ...'a|word| |\n|{|}|\\|\\N|\\h|<i>|</i>|&|&amp;|<|>|"|]]>'.split('|'),
      ...['\u00A0', '字', '「', '」', 'é', '-->', ',', '\u2060', '1', '¿', ';', '\u200F', 'שלום'],
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    const tidy = (text: string) => text.replace(/\s+/g, '');
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
        const cues = texts.map((text, index) => ({
          index: index + 1,
          start: 1000 * index,
          end: 1000 * index + 990,
          text: text,
        }));
        const back = readSubtitles(writeSubtitles(format, cues));
        const written = cues.filter((cue) => tidy(cue.text) !== '');
        if (written.length > 0) expect(back.format).toBe(format);
        expect(back.cues.map(({ start, end, text: read }) => ({ start, end, text: tidy(read) }))).toEqual(
          written.map(({ start, end, text: own }) => ({ start, end, text: tidy(own) })),
        );
      }),
      { numRuns: 1000 },
    );
  },
);
