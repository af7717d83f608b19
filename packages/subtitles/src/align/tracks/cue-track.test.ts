import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { makeCue, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
import { pickCues } from './cue-track.ts';

const makeTrack = (...cues: Cue[]) => makeTracks(cues).original;

describe('a track', () => {
  const { original } = makeTracks([
    makeCue(5000, 7000, 'Later, in 1984.'),
    makeCue(1000, 500, 'First'),
    makeCue(1000, 2000, '[door slams]'),
  ]);

  it('has its cues in order of time and stores their original positions', () => {
    expect(Array.from(original.cueIndexes)).toEqual([1, 2, 0]);
    expect(Array.from(original.start)).toEqual([1000, 1000, 5000]);
  });

  it('has no cue that ends before it starts', () => {
    expect(original.end[0]).toBe(1000);
  });

  it('has finite times, whatever the cues contain', () => {
    const { original: odd } = makeTracks([
      makeCue(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
      makeCue(Number.NaN, Number.NaN),
      makeCue(-1e300, 4),
    ]);
    expect(Array.from(odd.cueIndexes)).toEqual([2, 1, 0]);
    expect([...odd.start, ...odd.end].every(Number.isSafeInteger)).toBe(true);
  });

  it('gives a word of both files the same index, and counts the cues that contain it', () => {
    const {
      original: originalTrack,
      target: targetTrack,
      vocabulary,
    } = makeTracks(
      [makeCue(0, 1000, 'Kowalski Kowalski'), makeCue(1000, 2000, 'Kowalski')],
      [makeCue(0, 1000, 'Pan Kowalski')],
    );
    const number = vocabulary.get('koval') ?? -1;
    expect(originalTrack.frequency[number]).toBe(2);
    expect(targetTrack.frequency[number]).toBe(1);
    expect(Array.from(targetTrack.words[0] ?? [])).toContain(number);
  });
});

describe('the order of a track', () => {
  it.each<[string, starts: number[], ends: number[], order: number[]]>([
    ['by start', [5, 1, 3], [6, 2, 4], [1, 2, 0]],
    ['by end if starts are equal', [1, 1, 1], [9, 5, 7], [1, 2, 0]],
    ['as in the file if both are equal', [1, 1, 1], [5, 5, 5], [0, 1, 2]],
    ['with times below zero first', [0, -5], [1, 1], [1, 0]],
    ['with NaN at zero', [5, Number.NaN, -1], [6, 9, 2], [2, 1, 0]],
    ['with infinite times last', [Number.POSITIVE_INFINITY, 1], [5, 2], [1, 0]],
    ['with infinite times below zero first', [0, Number.NEGATIVE_INFINITY], [1, 5], [1, 0]],
  ])('is %s', (_, starts, ends, order) => {
    const track = makeTrack(...starts.map((start, index) => makeCue(start, ends[index] ?? 0)));
    expect(Array.from(track.cueIndexes)).toEqual(order);
  });

  it('has every cue once, with ascending starts and no end before its start', () => {
    const time = fc.oneof(fc.integer({ min: -1000, max: 100_000 }), fc.double());
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time), { maxLength: 30 }), (times) => {
        const track = makeTrack(...times.map(([start, end]) => makeCue(start, end)));
        expect(Array.from(track.cueIndexes).sort((a, b) => a - b)).toEqual([...times.keys()]);
        for (let index = 0; index < track.size; index += 1) {
          expect(track.end[index]).toBeGreaterThanOrEqual(track.start[index] ?? Number.NaN);
          if (index > 0)
            expect(track.start[index]).toBeGreaterThanOrEqual(track.start[index - 1] ?? Number.NaN);
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
  ])('is correct for %s: %s', (_, text, expected) => {
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
  it('gives two words different indexes', () => {
    const { vocabulary } = makeTracks([makeCue(0, 1, 'Anna Bruno')], [makeCue(0, 1, 'Carla')]);
    expect(new Set(vocabulary.values()).size).toBe(3);
  });
});

describe('picked cues of a track', () => {
  const track = makeTrack(...makeSpeech(12));

  it('are the cues at these positions, in order', () => {
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

  it('don’t mutate the track', () => {
    const before = Array.from(track.start);
    pickCues(track, [3, 1]).start.fill(0);
    expect(Array.from(track.start)).toEqual(before);
  });
});
