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
import { MARKET_DAY, type MarketLanguage } from './testing/market-day.ts';

const alignedPairs = (original: readonly Cue[], target: readonly Cue[]) =>
  align(original, target).map((segment) => [segment.original, segment.target]);

const makeTalkIn = (language: MarketLanguage) => {
  const times = makeSpeech(20, 11);
  return MARKET_DAY[language].map((text, index) => ({ ...makeCue(0, 0), ...times[index], text }));
};

/** Returns the share of the original's cues that are aligned one to one with the target cue that `of` returns. */
function measureAccuracy(
  original: readonly Cue[],
  target: readonly Cue[],
  findTarget: (index: number) => number | null,
): number {
  const targetsByOriginal = new Map(
    align(original, target).flatMap((segment) => segment.original.map((index) => [index, segment.target])),
  );
  const correct = [...original.keys()].filter((index) => {
    const expected = findTarget(index);
    return `${targetsByOriginal.get(index)}` === (expected === null ? '' : `${expected}`);
  });
  return correct.length / original.length;
}

describe.each<MarketLanguage>(['zh', 'ja', 'ar', 'th'])('a talk in English and in %s', (language) => {
  const original = makeTalkIn('en');
  const target = makeTalkIn(language);

  it('doesn’t align an untranslated line', () => {
    const untranslated = shift(target, 3000).filter((_, index) => index !== 9);
    const segments = align(original, untranslated);
    expect(segments[9]).toMatchObject({ label: '1-0', original: [9], mismatch: true });
    expect(segments[10]).toMatchObject({ label: '1-1', original: [10], target: [9] });
  });

  it('joins two lines of the translation that correspond to one original line', () => {
    const [first, second] = [original[4], original[5]];
    if (!first || !second) throw new Error('The talk is too short.');
    const joined = { ...first, end: second.end, text: `${first.text} ${second.text}` };
    const segments = align([...original.slice(0, 4), joined, ...original.slice(6)], target);
    expect(segments.find((segment) => segment.original.includes(4))?.target).toEqual([4, 5]);
  });
});

describe('two cuts of one video', () => {
  const original = makeTalk(160);
  const translation = translateCues(original);

  it('are aligned if the translation’s lines last longer', () => {
    const target = translation.map((cue, index) => ({
      ...cue,
      end: Math.max(cue.end, (translation[index + 1]?.start ?? cue.end) - 40),
    }));
    expect(measureAccuracy(original, target, (index) => index)).toBeGreaterThan(0.97);
  });
});

describe('two simultaneous speakers', () => {
  it('are each aligned with their own translation', () => {
    const original = makeTalk(30);
    const overlapping = original.flatMap((cue, index) => [
      cue,
      ...(index % 6 === 3
        ? [{ ...makeTalk(40, 9)[index], index: 1, start: cue.start + 300, end: cue.end + 200 } as Cue]
        : []),
    ]);
    const pairs = alignedPairs(overlapping, translateCues(shift(overlapping, 5000)));
    expect(pairs).toEqual(oneToOnePairs(overlapping.length));
  });

  it('don’t change their segments if one file has both in one cue', () => {
    const original = makeTalk(30);
    const { start = 0, end = 0, text = '' } = original[12] ?? {};
    const second = { ...makeCue(start + 200, end, 'golu hefti zaban pilto') };
    const target = translateCues(shift(original, 5000)).map((cue, index) =>
      index === 12 ? { ...cue, text: `- ${cue.text}\n- ulog itfeh nabaz otlip` } : cue,
    );
    const segments = align([...original.slice(0, 13), second, ...original.slice(13)], target);
    expect(segments.find((segment) => segment.target.includes(12))).toMatchObject({
      original: [12, 13],
      target: [12],
    });
    expect(text).not.toBe('');
  });
});

describe('real-world files', () => {
  const original = makeTalk(60);
  const target = translateCues(shift(original, 7000));

  it('can have their cues in any order', () => {
    const shuffled = [...target.slice(30), ...target.slice(0, 30)];
    expect(measureAccuracy(original, shuffled, (index) => (index + 30) % 60)).toBe(1);
  });

  it('can have many sound tags on one track', () => {
    const tags = original.slice(1).flatMap((cue, index) => {
      const previousEnd = original[index]?.end ?? 0;
      return cue.start - previousEnd > 700
        ? [makeCue(previousEnd + 100, cue.start - 100, '[footsteps]')]
        : [];
    });
    expect(tags.length).toBeGreaterThan(20);
    expect(measureAccuracy([...original, ...tags], target, (index) => (index < 60 ? index : null))).toBe(1);
  });

  it('can have all their speech in brackets', () => {
    const bracketed = target.map((cue) => ({ ...cue, text: `(${cue.text})` }));
    expect(measureAccuracy(original, bracketed, (index) => index)).toBeGreaterThan(0.9);
  });

  it('can repeat each cue, as rolling captions do', () => {
    const twice = target.flatMap((cue) => [cue, { ...cue }]);
    const joined = align(original, twice).filter(
      (segment) => segment.original.length === 1 && segment.target.length > 0,
    );
    expect(joined.every((segment) => Math.floor((segment.target[0] ?? 0) / 2) === segment.original[0])).toBe(
      true,
    );
    expect(joined.length).toBeGreaterThan(50);
  });
});
