import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import {
  makeCue,
  makeSpeech,
  makeTalk,
  oneToOnePairs,
  shift,
  translateCues,
} from './testing/generated-talk.ts';

const original = makeTalk(50, 61);
const target = shift(translateCues(original), 5000);
const alignedPairs = (first: readonly Cue[], second: readonly Cue[]) =>
  align(first, second).map((each) => [each.original, each.target]);

/** Positions of the longest pauses, in which a sound fits between two lines. */
const pauses = original
  .slice(1)
  .map((cue, index) => ({ at: index, length: cue.start - (original[index]?.end ?? 0) }))
  .sort((a, b) => b.length - a.length)
  .map(({ at }) => at);
const makeSound = (cues: readonly Cue[], index: number, text: string): Cue => {
  const [from, to] = [cues[index]?.end ?? 0, cues[index + 1]?.start ?? 0];
  return makeCue(from + 100, to - 100, text);
};
/** Returns the cues with a sound in each of the longest pauses, in order of time. */
const addSounds = (cues: readonly Cue[], count: number, text: string) => [
  ...cues,
  ...pauses.slice(0, count).map((index) => makeSound(cues, index, text)),
];

describe('sounds in one file', () => {
  it.each([
    '[door slams]',
    '(door slams)',
    '（ドアの音）',
    '【关门声】',
    '[صوت باب]',
    '(скрип двери)',
    '♪',
    '♪♪',
    '♪ Theme ♪',
    '[♪♪♪]',
    '*',
    '...',
  ])('have their own segments, without a flag: %s', (text) => {
    const segments = align(addSounds(original, 6, text), target);
    const unpaired = segments.filter((segment) => segment.target.length === 0);
    expect(unpaired.map(({ mismatch, original: [index = 0] }) => [mismatch, index >= 50])).toEqual(
      new Array(6).fill([false, true]),
    );
  });

  it.each(['[door slams]', '♪♪'])('don’t affect one-to-one alignment of speech: %s', (text) => {
    const segments = align(addSounds(original, 10, text), target).filter(
      (segment) => segment.target.length > 0,
    );
    expect(segments.map((segment) => [segment.original, segment.target])).toEqual(oneToOnePairs(50));
  });

  it('don’t affect one-to-one alignment of speech if they are on the other track', () => {
    const segments = align(original, addSounds(target, 10, '[portazo]')).filter(
      (segment) => segment.original.length > 0,
    );
    expect(segments.map((segment) => [segment.original, segment.target])).toEqual(oneToOnePairs(50));
  });

  it('have times on the original’s clock if the translation has them', () => {
    const [sound] = pauses.slice(0, 1).map((index) => makeSound(target, index, '[portazo]'));
    const segment = align(original, [...target, ...(sound ? [sound] : [])]).find((segment) =>
      segment.target.includes(50),
    );
    expect(Math.abs((segment?.start ?? 0) - ((sound?.start ?? 0) - 5000))).toBeLessThan(60);
  });
});

describe('sounds in both files', () => {
  it.each([
    ['[door slams]', '[portazo]'],
    ['[music]', '♪♪'],
    ['(laughs)', '（笑い声）'],
    ['♪', '♪'],
  ])('are aligned: %s and %s', (first, second) => {
    const segments = align(addSounds(original, 4, first), addSounds(target, 4, second));
    const sounds = segments.filter(({ original: [index = 0] }) => index >= 50);
    expect(sounds.map(({ original: [a], target: [b], label }) => [label, a === b])).toEqual(
      new Array(4).fill(['1-1', true]),
    );
  });

  it('have no flag', () => {
    const segments = align(addSounds(original, 4, '[hum]'), addSounds(target, 4, '[hum]'));
    expect(segments.filter(({ mismatch }) => mismatch)).toEqual([]);
  });
});

describe('songs', () => {
  const song = '♪ and I will walk along the river till the night ♪';

  it('are aligned like speech', () => {
    const markAsSong = (cues: readonly Cue[]) =>
      cues.map((cue, index) => (index >= 20 && index < 26 ? { ...cue, text: `♪ ${cue.text} ♪` } : cue));
    expect(alignedPairs(markAsSong(original), markAsSong(target))).toEqual(oneToOnePairs(50));
  });

  it('are aligned if only one file marks them as songs', () => {
    const marked = original.map((cue, index) =>
      index >= 20 && index < 26 ? { ...cue, text: `♪ ${cue.text} ♪` } : cue,
    );
    expect(alignedPairs(marked, target)).toEqual(oneToOnePairs(50));
  });

  it('have their own segments and are flagged if they weren’t translated', () => {
    const end = original.at(-1)?.end ?? 0;
    const songs = [makeCue(end + 4000, end + 7000, song), makeCue(end + 7100, end + 10_000, song)];
    expect(align([...original, ...songs], target).slice(-2)).toMatchObject([
      { label: '1-0', mismatch: true },
      { label: '1-0', mismatch: true },
    ]);
  });
});

describe('overlapping cues', () => {
  const lines = makeSpeech(30, 13, (index) => `Word${index} is number ${index * 31}.`);
  const overlapping = lines.map((cue, index) =>
    index % 5 === 2 ? { ...cue, end: (lines[index + 1]?.start ?? cue.end) + 400 } : cue,
  );

  it('are each aligned with their own counterpart', () => {
    expect(alignedPairs(overlapping, shift(overlapping, 3000))).toEqual(oneToOnePairs(30));
  });

  it('are aligned if they overlap in only one file', () => {
    expect(alignedPairs(overlapping, shift(lines, 3000))).toEqual(oneToOnePairs(30));
  });

  it('keep their overlapping times', () => {
    expect(align(overlapping, shift(lines, 3000)).map(({ start, end }) => [start, end])).toEqual(
      overlapping.map(({ start, end }) => [start, end]),
    );
  });

  it.each([
    ['start together', (cue: Cue) => makeCue(cue.start, cue.end + 500, 'Second says 777.')],
    ['end together', (cue: Cue) => makeCue(cue.start + 300, cue.end, 'Second says 777.')],
    ['are nested', (cue: Cue) => makeCue(cue.start + 100, cue.end - 100, 'Second says 777.')],
  ])('are aligned one to one if two %s', (_, second) => {
    const overlapping = lines.flatMap((cue, index) => (index === 12 ? [cue, second(cue)] : [cue]));
    const segments = align(overlapping, overlapping);
    expect(segments.every(({ label }) => label === '1-1')).toBe(true);
    expect(segments.every((segment) => segment.original[0] === segment.target[0])).toBe(true);
  });
});

describe('the content of a segment', () => {
  const segments = align(original, target, { originalLanguage: 'en', targetLanguage: 'de' });

  it('has the texts of its cues', () => {
    for (const segment of segments) {
      expect(segment.text_original).toBe(original[segment.original[0] ?? -1]?.text);
      expect(segment.text_target).toBe(target[segment.target[0] ?? -1]?.text);
    }
  });

  it('has times in whole milliseconds, from the original', () => {
    expect(segments.map(({ start, end }) => [start, end])).toEqual(
      original.map(({ start, end }) => [start, end]),
    );
  });

  it('has whole milliseconds even if the file doesn’t', () => {
    const odd = original.map((cue) => ({ ...cue, start: cue.start + 0.4, end: cue.end + 0.6 }));
    for (const { start, end } of align(odd, target))
      expect([Number.isInteger(start), Number.isInteger(end)]).toEqual([true, true]);
  });

  it('has no time below zero', () => {
    for (const { start, end } of align(shift(original, -4000), target))
      expect(Math.min(start, end)).toBeGreaterThanOrEqual(0);
  });

  it('keeps the line breaks of a single cue', () => {
    const two = [makeCue(0, 2000, 'One\ntwo')];
    expect(align(two, two)[0]).toMatchObject({ text_original: 'One\ntwo', text_target: 'One\ntwo' });
  });

  it('joins the lines of several cues by the rules of the language', () => {
    const one = [makeCue(0, 4000, '早上好，欢迎来到市场。')];
    const halves = [makeCue(0, 1900, '早上好，'), makeCue(2000, 4000, 'OK 欢迎。')];
    expect(align(one, halves, { targetLanguage: 'zh' })[0]?.text_target).toBe('早上好，OK 欢迎。');
  });
});
