import { describe, expect, it } from 'vitest';
import { unpackSubtitle } from './archive/unpack.ts';
import { divideLongCues } from './cues/divide-long-cues.ts';
import { decode } from './decode/decode.ts';
import { readYouTubeCaptions } from './formats.ts';
import { HOSTILE_FORMATS } from './testing/grammars.ts';
import { hostileFile } from './testing/hostile-file.ts';

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);
const BYTES = 4096;

function read(file: Uint8Array) {
  const unpacked = unpackSubtitle(file);
  if ('problem' in unpacked) return { length: 0, cues: [], problems: [unpacked.problem] };
  const { text } = decode(unpacked.bytes);
  const { cues, problems } = readYouTubeCaptions(text);
  return { length: text.length, cues: divideLongCues(cues), problems };
}

const countCharacters = (cues: { text: string }[]) => cues.reduce((sum, { text }) => sum + text.length, 0);

describe('a file that repeats its format’s constructs', () => {
  it.each(HOSTILE_FORMATS)('is read within the limits, or reported with a line: %s', (format) => {
    for (const seed of SEEDS) {
      const { file, form } = hostileFile(format, seed, BYTES);
      const { length, cues, problems } = read(file);
      expect(countCharacters(cues), form).toBeLessThanOrEqual(4 * length);
      expect(cues.length + problems.length, form).toBeGreaterThan(0);
      expect(
        problems.every(({ line, message }) => line >= 1 && message !== ''),
        form,
      ).toBe(true);
    }
  });
});

describe('a file that expands too much', () => {
  const TOO_MUCH = /^From here on this file was skipped: at most 100000 cues and 500000 lines are read/;

  it.each([
    ['SubRip', (index: number) => `00:00:0${index % 10},000 --> 00:00:09,000\na\n`],
    [
      'WebVTT',
      (index: number) => `${index === 0 ? 'WEBVTT\n\n' : ''}00:0${index % 10}.000 --> 00:09.000\na\n\n`,
    ],
    [
      'SubStation',
      (index: number) =>
        `${index === 0 ? '[Events]\n' : ''}Dialogue: 0,0:00:01.00,0:00:02.00,,,,,,,${index}\n`,
    ],
    ['TTML', (index: number) => `${index === 0 ? '<tt>' : ''}<p begin="${index % 10}s">a</p>\n`],
    ['MicroDVD', (index: number) => `{${index}}{}a\n`],
    ['SubViewer', () => '0:00:01.000,0:00:02.000\na\n'],
    ['LRC', () => '[00:01.00]a\n'],
    ['a transcript', () => '0:01 a\n'],
  ])('has its first 100,000 cues read, and the rest reported: %s', (_, buildCue) => {
    const text = Array.from({ length: 100_002 }, (__, index) => buildCue(index)).join('');
    const { cues, problems } = readYouTubeCaptions(text);
    expect(cues).toHaveLength(100_000);
    expect(problems.filter(({ message }) => TOO_MUCH.test(message))).toHaveLength(1);
  });

  it('has its first 100,000 events read: json3', () => {
    const events = Array.from({ length: 100_002 }, () => ({ tStartMs: 1, segs: [{ utf8: 'a' }] }));
    const { cues, problems } = readYouTubeCaptions(JSON.stringify({ events }));
    expect(cues).toHaveLength(100_000);
    expect(problems).toMatchObject([{ line: 1, message: expect.stringMatching(TOO_MUCH) }]);
  });

  it('limits the repetitions of a lyrics line', () => {
    const text = `[00:01.00]a\n${'[00:02.00]'.repeat(300)}${'word '.repeat(600)}\n`;
    const { cues, problems } = readYouTubeCaptions(text);
    expect(cues).toHaveLength(9);
    expect(problems).toContainEqual(
      expect.objectContaining({ line: 2, message: expect.stringMatching(TOO_MUCH) }),
    );
  });

  it('has its first 500,000 lines read', () => {
    const text = `${'\n'.repeat(499_999)}00:00:01,000 --> 00:00:02,000\nlost\n`;
    const { cues, problems } = readYouTubeCaptions(text);
    expect(cues).toEqual([]);
    expect(problems).toContainEqual(expect.objectContaining({ message: expect.stringMatching(TOO_MUCH) }));
  });

  it('has its first 10,000 problems reported, and the rest counted', () => {
    const { problems } = readYouTubeCaptions(`WEBVTT\n\n${'a\n\n'.repeat(10_005)}`);
    expect(problems).toHaveLength(10_001);
    expect(problems.at(-1)).toMatchObject({
      line: 20_003,
      message: 'There are 5 more problems from here on.',
    });
  });

  it('with a long cue has at most 100,000 after its division', () => {
    const short = '00:00:01,000 --> 00:00:02,000\na\n'.repeat(99_990);
    const { cues } = readYouTubeCaptions(`${short}00:00:01,000 --> 00:00:02,000\n${'word '.repeat(100_000)}`);
    expect(divideLongCues(cues).length).toBeLessThanOrEqual(100_000);
  });
});
