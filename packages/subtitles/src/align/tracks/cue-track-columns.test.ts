import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { haveSameTiming, markSharedTimes } from '../clock/identical-timing.ts';
import { makeCue, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
import { pickCues } from './cue-track.ts';

const makeTrack = (...cues: Cue[]) => makeTracks(cues).original;

describe('the order of a track', () => {
  it.each<[string, [number, number][], number[]]>([
    [
      'by start',
      [
        [5, 6],
        [1, 2],
        [3, 4],
      ],
      [1, 2, 0],
    ],
    [
      'by end if starts are equal',
      [
        [1, 9],
        [1, 5],
        [1, 7],
      ],
      [1, 2, 0],
    ],
    [
      'as in the file if both are equal',
      [
        [1, 5],
        [1, 5],
        [1, 5],
      ],
      [0, 1, 2],
    ],
    [
      'with times below zero first',
      [
        [0, 1],
        [-5, 1],
      ],
      [1, 0],
    ],
    [
      'with NaN at zero',
      [
        [5, 6],
        [Number.NaN, 9],
        [-1, 2],
      ],
      [2, 1, 0],
    ],
    [
      'with infinite times last',
      [
        [Number.POSITIVE_INFINITY, 5],
        [1, 2],
      ],
      [1, 0],
    ],
    [
      'with infinite times below zero first',
      [
        [0, 1],
        [Number.NEGATIVE_INFINITY, 5],
      ],
      [1, 0],
    ],
  ])('is %s', (_, times, order) => {
    expect(Array.from(makeTrack(...times.map(([start, end]) => makeCue(start, end))).cueIndexes)).toEqual(order);
  });

  it('has every cue once, with ascending starts and no end before its start', () => {
    const time = fc.oneof(fc.integer({ min: -1000, max: 100_000 }), fc.double());
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time), { maxLength: 30 }), (times) => {
        const track = makeTrack(...times.map(([start, end]) => makeCue(start, end)));
        expect(Array.from(track.cueIndexes).sort((a, b) => a - b)).toEqual([...times.keys()]);
        for (let index = 0; index < track.size; index += 1) {
          expect(track.end[index]).toBeGreaterThanOrEqual(track.start[index] ?? Number.NaN);
          if (index > 0) expect(track.start[index]).toBeGreaterThanOrEqual(track.start[index - 1] ?? Number.NaN);
        }
      }),
    );
  });
});

describe('the data of a cue in a track', () => {
  it.each<[string, string, { nonSpeech: number; sentenceEnd: number; punctuation: number; weight: number }]>([
    ['speech', 'Hello', { nonSpeech: 0, sentenceEnd: 0, punctuation: 0, weight: 5 }],
    ['a sentence', 'Hi.', { nonSpeech: 0, sentenceEnd: 1, punctuation: 0, weight: 2 }],
    ['a question', 'Hi?', { nonSpeech: 0, sentenceEnd: 1, punctuation: 1, weight: 2 }],
    ['a sound', '[hum]', { nonSpeech: 1, sentenceEnd: 0, punctuation: 0, weight: 3 }],
    ['Chinese', '好。', { nonSpeech: 0, sentenceEnd: 1, punctuation: 0, weight: 2.5 }],
    ['nothing', '', { nonSpeech: 1, sentenceEnd: 0, punctuation: 0, weight: 0 }],
  ])('is right for %s: %s', (_, text, expected) => {
    const track = makeTrack(makeCue(0, 1000, text));
    const columns = {
      nonSpeech: track.nonSpeech[0],
      sentenceEnd: track.sentenceEnd[0],
      punctuation: track.punctuation[0],
      weight: track.weight[0],
    };
    expect(columns).toEqual(expected);
  });

  it.each([
    ['none', 'no digits', 0],
    ['one', 'in 1984', 1],
    ['two', '4 of 9', 2],
    ['a repeated one', '4 of 4', 1],
    ['Arabic ones', '٤ و ٩', 2],
    ['one with its separators', '1,000', 1],
  ])('has its numbers: %s', (_, text, count) => {
    expect(makeTrack(makeCue(0, 1000, text)).numbers[0]).toHaveLength(count);
  });

  it.each([
    ['each once', 'one two one', 2],
    ['in any case', 'One ONE one', 1],
    ['pairs of Chinese characters', '早上早上', 2],
    ['none', '…', 0],
  ])('has its words: %s', (_, text, count) => {
    expect(makeTrack(makeCue(0, 1000, text)).words[0]).toHaveLength(count);
  });
});

describe('the vocabulary of two files', () => {
  it('gives a word the same number on both tracks', () => {
    const { original, target } = makeTracks([makeCue(0, 1, 'Anna 5')], [makeCue(0, 1, 'ANNA 5')]);
    expect(Array.from(original.words[0] ?? [])).toEqual(Array.from(target.words[0] ?? []));
  });

  it('gives two words different numbers', () => {
    const { vocabulary } = makeTracks([makeCue(0, 1, 'Anna Bruno')], [makeCue(0, 1, 'Carla')]);
    expect(new Set(vocabulary.values()).size).toBe(3);
  });

  it('counts cues, not words', () => {
    const { original, vocabulary } = makeTracks([
      makeCue(0, 1, 'Bruno Bruno'),
      makeCue(1, 2, 'Bruno'),
      makeCue(2, 3, 'Karla'),
    ]);
    expect(original.frequency[vocabulary.get('bruno') ?? -1]).toBe(2);
  });

  it('counts each track separately', () => {
    const { original, target, vocabulary } = makeTracks([makeCue(0, 1, 'Bruno')], [makeCue(0, 1, 'Karla')]);
    const number = vocabulary.get('bruno') ?? -1;
    expect([original.frequency[number], target.frequency[number]]).toEqual([1, 0]);
  });
});

describe('picked cues of a track', () => {
  const track = makeTrack(...makeSpeech(12));

  it('are those at the positions, in their order', () => {
    const positions = fc.shuffledSubarray([...track.cueIndexes.keys()]);
    fc.assert(
      fc.property(positions, (list) => {
        const part = pickCues(track, list);
        expect(part.size).toBe(list.length);
        expect(Array.from(part.start)).toEqual(list.map((index) => track.start[index]));
        expect(Array.from(part.weight)).toEqual(list.map((index) => track.weight[index]));
        expect(part.words).toEqual(list.map((index) => track.words[index]));
      }),
    );
  });

  it('may be empty', () => {
    expect(pickCues(track, [])).toMatchObject({ size: 0, words: [], numbers: [] });
  });

  it('don’t mutate the track', () => {
    const before = Array.from(track.start);
    pickCues(track, [3, 1]).start.fill(0);
    expect(Array.from(track.start)).toEqual(before);
  });
});

describe('two files with one timing', () => {
  const cues = makeSpeech(100);
  const areDetected = (movedCount: number) => {
    const { original, target } = makeTracks(
      cues,
      cues.map((cue, index) => (index < movedCount ? { ...cue, start: cue.start + 1 } : cue)),
    );
    return haveSameTiming(original, target);
  };

  it.each([
    [0, true],
    [1, true],
    [10, true],
    [11, false],
    [100, false],
  ])('are detected with %i of 100 starts moved: %s', (movedCount, same) => {
    expect(areDetected(movedCount)).toBe(same);
  });

  it('are detected from the target alone: the original may have more', () => {
    const { original, target } = makeTracks(cues, cues.slice(0, 3));
    expect([haveSameTiming(original, target), haveSameTiming(target, original)]).toEqual([true, false]);
  });

  it.each<[string, [number, number], number]>([
    ['exactly equal times', [1000, 2000], 1],
    ['another start', [1001, 2000], 0],
    ['another end', [1000, 2001], 0],
    ['swapped times', [2000, 1000], 0],
  ])('have identicalPairs with %s', (_, [start, end], expected) => {
    const { original, target } = makeTracks([makeCue(1000, 2000)], [makeCue(start, end)]);
    expect(Array.from(markSharedTimes(original, target))).toEqual([expected]);
  });
});
