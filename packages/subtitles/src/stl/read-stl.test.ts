import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { readSubtitles } from '../formats.ts';

type Block = { from: number[]; to: number[]; field: number[]; extension?: number; comment?: number };

const toBytes = (text: string) => [...text].map((character) => character.charCodeAt(0));

/** Builds an EBU STL file; unspecified fields are blank. */
function buildFile(blocks: readonly Block[], { rate = 25, table = '00', programme = '' } = {}): Uint8Array {
  const file = new Uint8Array(1024 + blocks.length * 128).fill(0x20);
  file.set(toBytes(`850STL${rate}.01`), 0);
  file.set(toBytes(table), 12);
  file.set(toBytes(programme), 256);
  for (const [position, { from, to, field, extension = 0xff, comment = 0 }] of blocks.entries()) {
    const index = 1024 + position * 128;
    file.fill(0x8f, index + 16, index + 128);
    file.set([0, position + 1, 0, extension, 0, ...from, ...to, 20, 2, comment, ...field], index);
  }
  return file;
}

const readFile = (file: Uint8Array) => readSubtitles(decode(file).text);
const FROM = [0, 0, 1, 5];
const TO = [0, 0, 3, 0];
const readText = (field: number[], table = '00') =>
  readFile(buildFile([{ from: FROM, to: TO, field }], { table })).cues[0]?.text;

describe('reading EBU STL', () => {
  it('reads times in frames, and text without control codes', () => {
    const field = [0x0d, 0x0b, ...toBytes('Hello'), 0x8a, 0x80, ...toBytes('you'), 0x81];
    expect(readFile(buildFile([{ from: FROM, to: TO, field }]))).toEqual({
      format: 'stl',
      cues: [{ index: 1, start: 1200, end: 3000, text: 'Hello\nyou' }],
      problems: [],
    });
  });

  it('uses the header’s frame rate', () => {
    expect(
      readFile(buildFile([{ from: [0, 0, 1, 15], to: TO, field: toBytes('Hi') }], { rate: 30 })).cues[0]
        ?.start,
    ).toBe(1500);
  });

  it('reads times relative to the start of the programme', () => {
    const block = { from: [10, 0, 1, 0], to: [10, 0, 2, 0], field: toBytes('Hi') };
    expect(readFile(buildFile([block], { programme: '10000000' })).cues[0]).toMatchObject({
      start: 1000,
      end: 2000,
    });
    expect(
      readFile(buildFile([{ ...block, from: FROM, to: TO }], { programme: '10000000' })).cues[0]?.start,
    ).toBe(1200);
  });

  it('joins a cue’s blocks, and skips comments and data', () => {
    const blocks = [
      { from: FROM, to: TO, field: toBytes('One '), extension: 1 },
      { from: FROM, to: TO, field: toBytes('cue') },
      { from: FROM, to: TO, field: toBytes('Comment'), comment: 1 },
      { from: FROM, to: TO, field: toBytes('Data'), extension: 0xfe },
    ];
    expect(readFile(buildFile(blocks)).cues.map(({ text }) => text)).toEqual(['One cue']);
  });

  it.each([
    ['Latin accents before their letters', '00', [0xc2, 0x65, 0xc8, 0x75, 0xcb, 0x63, 0xfb], 'éüçß'],
    ['Polish', '00', [0xf8, 0xce, 0x61, 0xc2, 0x73], 'łąś'],
    ['a music symbol', '00', [0xd5, 0x20, 0x61], '♪ a'],
    ['Cyrillic', '01', [0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2], 'Привет'],
    ['Arabic', '02', [0xe5, 0xd1, 0xcd, 0xc8, 0xc7, 0xbf], 'مرحبا؟'],
    ['Greek', '03', [0xc3, 0xe5, 0xe9, 0xdc], 'Γειά'],
    ['Hebrew', '04', [0xf9, 0xec, 0xe5, 0xed], 'שלום'],
  ])('reads %s', (_, table, field, text) => {
    expect(readText(field, table)).toBe(text);
  });

  it('reports a block without text', () => {
    expect(readFile(buildFile([{ from: FROM, to: TO, field: [] }])).problems).toMatchObject([
      { line: 1, id: 'noText' },
    ]);
  });

  it('reads a truncated file', () => {
    const file = buildFile([
      { from: FROM, to: TO, field: toBytes('One') },
      { from: FROM, to: TO, field: toBytes('Two') },
    ]);
    expect(readFile(file.subarray(0, 1024 + 128 + 30)).cues.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(readFile(file.subarray(0, 500)).cues).toEqual([]);
  });
});
