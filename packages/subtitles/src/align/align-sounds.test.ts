import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import { cue, moved, oneToOne, speech, talk, translated } from './testing/generated-talk.ts';

const original = talk(50, 61);
const target = moved(translated(original), (ms) => ms + 5000);
const pairsOf = (one: readonly Cue[], other: readonly Cue[]) =>
  align(one, other).map((each) => [each.original, each.target]);

/** Positions of the longest pauses, so that a sound fits between two lines. */
const pauses = original
  .slice(1)
  .map((one, at) => ({ at, length: one.start - (original[at]?.end ?? 0) }))
  .sort((a, b) => b.length - a.length)
  .map(({ at }) => at);
const soundIn = (cues: readonly Cue[], at: number, text: string): Cue => {
  const [from, to] = [cues[at]?.end ?? 0, cues[at + 1]?.start ?? 0];
  return cue(from + 100, to - 100, text);
};
/** Returns the cues with a sound in each of the longest pauses, in order of time. */
const withSounds = (cues: readonly Cue[], count: number, text: string) => [
  ...cues,
  ...pauses.slice(0, count).map((at) => soundIn(cues, at, text)),
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
  ])('stay alone, without a flag: %s', (text) => {
    const segments = align(withSounds(original, 6, text), target);
    const alone = segments.filter((one) => one.target.length === 0);
    expect(alone.map(({ mismatch, original: [at = 0] }) => [mismatch, at >= 50])).toEqual(
      new Array(6).fill([false, true]),
    );
  });

  it.each(['[door slams]', '♪♪'])('leave all speech one to one: %s', (text) => {
    const segments = align(withSounds(original, 10, text), target).filter((one) => one.target.length > 0);
    expect(segments.map((one) => [one.original, one.target])).toEqual(oneToOne(50));
  });

  it('leave all speech one to one on the other track too', () => {
    const segments = align(original, withSounds(target, 10, '[portazo]')).filter(
      (one) => one.original.length > 0,
    );
    expect(segments.map((one) => [one.original, one.target])).toEqual(oneToOne(50));
  });

  it('have times on the original’s clock if the translation has them', () => {
    const [sound] = pauses.slice(0, 1).map((at) => soundIn(target, at, '[portazo]'));
    const segment = align(original, [...target, ...(sound ? [sound] : [])]).find((one) =>
      one.target.includes(50),
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
  ])('are joined: %s and %s', (one, other) => {
    const segments = align(withSounds(original, 4, one), withSounds(target, 4, other));
    const sounds = segments.filter(({ original: [at = 0] }) => at >= 50);
    expect(sounds.map(({ original: [a], target: [b], label }) => [label, a === b])).toEqual(
      new Array(4).fill(['1-1', true]),
    );
  });

  it('have no flag', () => {
    const segments = align(withSounds(original, 4, '[hum]'), withSounds(target, 4, '[hum]'));
    expect(segments.filter(({ mismatch }) => mismatch)).toEqual([]);
  });
});

describe('songs', () => {
  const song = '♪ and I will walk along the river till the night ♪';

  it('are joined like speech', () => {
    const sung = (cues: readonly Cue[]) =>
      cues.map((one, at) => (at >= 20 && at < 26 ? { ...one, text: `♪ ${one.text} ♪` } : one));
    expect(pairsOf(sung(original), sung(target))).toEqual(oneToOne(50));
  });

  it('are joined if only one file marks them', () => {
    const sung = original.map((one, at) => (at >= 20 && at < 26 ? { ...one, text: `♪ ${one.text} ♪` } : one));
    expect(pairsOf(sung, target)).toEqual(oneToOne(50));
  });

  it('stay alone and are flagged if they were not translated', () => {
    const end = original.at(-1)?.end ?? 0;
    const sung = [cue(end + 4000, end + 7000, song), cue(end + 7100, end + 10_000, song)];
    expect(align([...original, ...sung], target).slice(-2)).toMatchObject([
      { label: '1-0', mismatch: true },
      { label: '1-0', mismatch: true },
    ]);
  });
});

describe('overlapping cues', () => {
  const lines = speech(30, 13, (at) => `Word${at} is number ${at * 31}.`);
  const over = lines.map((one, at) =>
    at % 5 === 2 ? { ...one, end: (lines[at + 1]?.start ?? one.end) + 400 } : one,
  );

  it('are each joined with their own', () => {
    expect(
      pairsOf(
        over,
        moved(over, (ms) => ms + 3000),
      ),
    ).toEqual(oneToOne(30));
  });

  it('are joined if only one file has them overlapping', () => {
    expect(
      pairsOf(
        over,
        moved(lines, (ms) => ms + 3000),
      ),
    ).toEqual(oneToOne(30));
  });

  it('keep their own overlapping times', () => {
    expect(
      align(
        over,
        moved(lines, (ms) => ms + 3000),
      ).map(({ start, end }) => [start, end]),
    ).toEqual(over.map(({ start, end }) => [start, end]));
  });

  it.each([
    ['start together', (one: Cue) => cue(one.start, one.end + 500, 'Second says 777.')],
    ['end together', (one: Cue) => cue(one.start + 300, one.end, 'Second says 777.')],
    ['are nested', (one: Cue) => cue(one.start + 100, one.end - 100, 'Second says 777.')],
  ])('are aligned one to one if two %s', (_, second) => {
    const both = lines.flatMap((one, at) => (at === 12 ? [one, second(one)] : [one]));
    const segments = align(both, both);
    expect(segments.every(({ label }) => label === '1-1')).toBe(true);
    expect(segments.every((one) => one.original[0] === one.target[0])).toBe(true);
  });
});

describe('the content of a segment', () => {
  const segments = align(original, target, { originalLanguage: 'en', targetLanguage: 'de' });

  it('has the texts of its cues', () => {
    for (const one of segments) {
      expect(one.text_original).toBe(original[one.original[0] ?? -1]?.text);
      expect(one.text_target).toBe(target[one.target[0] ?? -1]?.text);
    }
  });

  it('has times in whole milliseconds, from the original', () => {
    expect(segments.map(({ start, end }) => [start, end])).toEqual(
      original.map(({ start, end }) => [start, end]),
    );
  });

  it('has whole milliseconds even if the file doesn’t', () => {
    const odd = original.map((one) => ({ ...one, start: one.start + 0.4, end: one.end + 0.6 }));
    for (const { start, end } of align(odd, target))
      expect([Number.isInteger(start), Number.isInteger(end)]).toEqual([true, true]);
  });

  it('has no time below zero', () => {
    const early = moved(original, (ms) => ms - 4000);
    for (const { start, end } of align(early, target)) expect(Math.min(start, end)).toBeGreaterThanOrEqual(0);
  });

  it('has an empty text for a missing track', () => {
    expect(align(original.slice(0, 1), [])[0]).toMatchObject({ text_target: '', target: [], label: '1-0' });
    expect(align([], target.slice(0, 1))[0]).toMatchObject({ text_original: '', original: [], label: '0-1' });
  });

  it('keeps the line breaks of a single cue', () => {
    const two = [cue(0, 2000, 'One\ntwo')];
    expect(align(two, two)[0]).toMatchObject({ text_original: 'One\ntwo', text_target: 'One\ntwo' });
  });

  it('joins the lines of several cues by the rules of the language', () => {
    const one = [cue(0, 4000, '早上好，欢迎来到市场。')];
    const halves = [cue(0, 1900, '早上好，'), cue(2000, 4000, 'OK 欢迎。')];
    expect(align(one, halves, { targetLanguage: 'zh' })[0]?.text_target).toBe('早上好，OK 欢迎。');
  });
});
