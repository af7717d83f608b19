import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOtherBlock, isVtt, readVtt } from './read-vtt.ts';
import { writeVtt } from './write-vtt.ts';

const A = '00:01.000 --> 00:02.000';
const B = '00:03.000 --> 00:04.000';
const readTexts = (file: string) => readVtt(file).cues.map(({ text }) => text);

describe('the signature', () => {
  it.each([
    ['alone', 'WEBVTT'],
    ['with a line end', 'WEBVTT\n'],
    ['with CRLF', 'WEBVTT\r\n'],
    ['with CR', 'WEBVTT\r'],
    ['with a space and a title', 'WEBVTT Lesson one'],
    ['with a tab and a title', 'WEBVTT\tLesson one'],
    ['after a byte order mark', '\uFEFFWEBVTT'],
  ])('is recognised %s', (_, text) => {
    expect(isVtt(text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['small letters', 'webvtt'],
    ['a longer word', 'WEBVTTS'],
    ['a space before', ' WEBVTT'],
    ['a line before', '\nWEBVTT'],
    ['two byte order marks', '\uFEFF\uFEFFWEBVTT'],
    ['a dash after it', 'WEBVTT-'],
    ['a space inside', 'WEB VTT'],
    ['full-width letters', 'ＷＥＢＶＴＴ'],
    ['another file', '1\n00:00:01,000 --> 00:00:02,000'],
  ])('isn’t recognised with %s', (_, text) => {
    expect(isVtt(text)).toBe(false);
  });
});

describe('the header', () => {
  it.each([
    ['a title', 'WEBVTT - Lesson', 'WEBVTT - Lesson'],
    ['metadata', 'WEBVTT\nKind: captions\nLanguage: en', 'WEBVTT\nKind: captions\nLanguage: en'],
    [
      'a time stamp map',
      'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000',
      'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000',
    ],
    ['nothing but the signature', 'WEBVTT', undefined],
  ])('is kept with %s', (_, head, header) => {
    expect(readVtt(`${head}\n\n${A}\nA`).header).toBe(header);
  });

  it('ends at a line with times', () => {
    expect(readTexts(`WEBVTT\nKind: captions\n${A}\nOne`)).toEqual(['One']);
  });
});

describe('a block that isn’t a cue', () => {
  it.each([
    ['a note of one line', 'NOTE for Ann'],
    ['a note without text', 'NOTE'],
    ['a note of several lines', 'NOTE\nfor Ann\nand Ben'],
    ['a note after a tab', 'NOTE\tfor Ann'],
    ['a style sheet', 'STYLE\n::cue { color: red }'],
    ['a style sheet of several rules', 'STYLE\n::cue(b) { color: red }\n::cue(i) { color: blue }'],
    ['a region', 'REGION\nid:fred\nwidth:40%\nlines:3'],
    ['a region with an anchor', 'REGION\nid:fred\nregionanchor:0%,100%\nviewportanchor:10%,90%\nscroll:up'],
    ['a region of the old notation', 'Region: id=fred width=40%'],
  ])('is %s, and is preserved unchanged', (_, block) => {
    expect(readVtt(`WEBVTT\n\n${block}\n\n${A}\nOne`)).toMatchObject({
      blocks: [{ before: 0, text: block }],
      cues: [{ text: 'One' }],
      problems: [],
    });
  });

  it.each([
    ['before all cues', 0, `NOTE x\n\n${A}\nOne\n\n${B}\nTwo`],
    ['between two cues', 1, `${A}\nOne\n\nNOTE x\n\n${B}\nTwo`],
    ['after all cues', 2, `${A}\nOne\n\n${B}\nTwo\n\nNOTE x`],
  ])('has its position %s', (_, before, body) => {
    expect(readVtt(`WEBVTT\n\n${body}`).blocks).toEqual([{ before, text: 'NOTE x' }]);
  });

  it.each(['NOTE', 'NOTE x', 'NOTE\tx', 'STYLE', 'STYLE ', 'REGION', 'REGION\t', 'Region: id=x'])(
    'starts with %j',
    (head) => {
      expect(isOtherBlock(head)).toBe(true);
    },
  );

  it.each([
    'NOTES',
    'Note',
    'note',
    'STYLES',
    'STYLE:',
    'REGIONS',
    'Region',
    'region:',
    ' NOTE',
    '',
    'x NOTE',
  ])('doesn’t start with %j', (head) => {
    expect(isOtherBlock(head)).toBe(false);
  });

  it('is a cue if times follow its first line, with NOTE as its identifier', () => {
    const { cues, blocks } = readVtt(`WEBVTT\n\nNOTE\n${A}\nOne`);
    expect([cues[0]?.markup?.identifier, blocks]).toEqual(['NOTE', undefined]);
  });

  it('ends at a line with times, which starts a cue', () => {
    expect(readTexts(`WEBVTT\n\nNOTE a\nb\nc\n${A}\nOne`)).toEqual(['One']);
  });
});

describe('the identifier above the times', () => {
  it.each([
    ['a number', '7'],
    ['a word', 'intro'],
    ['several words', 'slide 1 – the start'],
    ['a tag, as it is', '<i>'],
    ['a time without an arrow', '00:01.000'],
    ['Chinese', '开头'],
  ])('can be %s', (_, identifier) => {
    expect(readVtt(`WEBVTT\n\n${identifier}\n${A}\nOne`).cues[0]?.markup?.identifier).toBe(identifier);
  });

  it('is optional', () => {
    expect(readVtt(`WEBVTT\n\n${A}\nOne`).cues[0]?.markup).toBeUndefined();
  });

  it('is a single line: two lines above the times are skipped with a problem', () => {
    const { cues, problems } = readVtt(`WEBVTT\n\nfirst\nsecond\n${A}\nOne`);
    expect(problems).toMatchObject([{ line: 3, message: expect.stringContaining('“first”') }]);
    expect(cues.map(({ text }) => text)).toEqual(['One']);
  });
});

describe('a cue’s body', () => {
  it.each([
    ['one line', 'One', 'One'],
    ['several lines', 'One\ntwo\nthree', 'One\ntwo\nthree'],
    ['spaces around, as they are', '  One  ', '  One  '],
    ['a line of blanks inside', 'One\n \ntwo', 'One\n \ntwo'],
    ['a dash', '- One\n- Two', '- One\n- Two'],
    ['a number', '42', '42'],
    ['NOTE', 'NOTE me', 'NOTE me'],
    ['half an arrow', 'a -> b', 'a -> b'],
    ['Japanese', '日本語', '日本語'],
    ['an emoji', '👩‍👩‍👧', '👩‍👩‍👧'],
    ['a NUL, which becomes a sign', 'a\0b', 'a\uFFFDb'],
    ['half a character, which becomes a sign', 'a\uD800b', 'a\uFFFDb'],
  ])('is read with %s', (_, body, text) => {
    expect(readTexts(`WEBVTT\n\n${A}\n${body}\n`)).toEqual([text]);
  });

  it('ends at a blank line', () => {
    const { cues, problems } = readVtt(`WEBVTT\n\n${A}\nOne\n\ntwo\n`);
    expect([cues.length, problems[0]?.line]).toEqual([1, 6]);
  });

  it('is skipped with invalid times, but the next cue isn’t', () => {
    expect(readTexts(`WEBVTT\n\n00:01 --> 00:02\nlost\n\n${B}\nTwo`)).toEqual(['Two']);
  });
});

describe('a file’s blocks', () => {
  const note = fc.constantFrom('NOTE', 'NOTE a', 'NOTE\na\nb', 'STYLE\n::cue { }', 'REGION\nid:x');
  const cue = fc.constantFrom(`${A}\nOne`, `id\n${B} line:0\n<i>Two</i>`, `${B}\n`, `${A}\na &amp; b`);

  it('have the same positions after writing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(note, cue), { maxLength: 10 }), (blocks) => {
        const reading = readVtt(`WEBVTT\n\n${blocks.join('\n\n')}\n`);
        if (reading.cues.length === 0) return;
        expect(readVtt(writeVtt(reading))).toEqual(reading);
      }),
    );
  });

  it('are all read, cues or not', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(note, cue), { minLength: 1, maxLength: 10 }), (list) => {
        const { cues, blocks = [] } = readVtt(`WEBVTT\n\n${list.join('\n\n')}\n`);
        expect(cues.length + blocks.length).toBe(list.length);
      }),
    );
  });
});
