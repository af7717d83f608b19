import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import { cue, jittered, moved, oneToOne, speech, talk, translated } from './testing/generated-talk.ts';
import { MARKET_DAY, type MarketLanguage } from './testing/market-day.ts';

const pairsOf = (original: readonly Cue[], target: readonly Cue[]) =>
  align(original, target).map((segment) => [segment.original, segment.target]);

const spoken = (language: MarketLanguage) => {
  const times = speech(20, 11);
  return MARKET_DAY[language].map((text, at) => ({ ...cue(0, 0), ...times[at], text }));
};

/** Returns the share of the original's cues that are alone with the target cue that `of` returns. */
function shareRight(
  original: readonly Cue[],
  target: readonly Cue[],
  of: (at: number) => number | null,
): number {
  const targetsOf = new Map(
    align(original, target).flatMap((one) => one.original.map((at) => [at, one.target])),
  );
  const right = [...original.keys()].filter((at) => {
    const expected = of(at);
    return `${targetsOf.get(at)}` === (expected === null ? '' : `${expected}`);
  });
  return right.length / original.length;
}

describe.each<MarketLanguage>(['zh', 'ja', 'ar', 'th'])('a talk in English and in %s', (language) => {
  const original = spoken('en');
  const target = spoken(language);

  it('joins line with line if the translation is later and has another translator’s timing', () => {
    const later = jittered(
      moved(target, (ms) => ms + 14_000),
      200,
    );
    expect(pairsOf(original, later)).toEqual(oneToOne(20));
  });

  it('joins line with line in the other direction', () => {
    expect(
      pairsOf(
        jittered(
          moved(target, (ms) => ms + 14_000),
          200,
        ),
        original,
      ),
    ).toEqual(oneToOne(20));
  });

  it('leaves an untranslated line alone', () => {
    const without = moved(target, (ms) => ms + 3000).filter((_, at) => at !== 9);
    const segments = align(original, without);
    expect(segments[9]).toMatchObject({ label: '1-0', original: [9], mismatch: true });
    expect(segments[10]).toMatchObject({ label: '1-1', original: [10], target: [9] });
  });

  it('joins two lines of the translation that correspond to one original line', () => {
    const [first, second] = [original[4], original[5]];
    if (!first || !second) throw new Error('The talk is too short.');
    const joined = { ...first, end: second.end, text: `${first.text} ${second.text}` };
    const segments = align([...original.slice(0, 4), joined, ...original.slice(6)], target);
    expect(segments.find((one) => one.original.includes(4))?.target).toEqual([4, 5]);
  });
});

describe('the text of a segment of several cues', () => {
  it('is joined with a space, and without one in Chinese and Japanese', () => {
    const original = [cue(0, 4000, 'Good morning, and welcome.')];
    const halves = (one: string, other: string) => [cue(0, 2000, one), cue(2000, 4000, other)];
    const text = (target: Cue[], targetLanguage: string) =>
      align(original, target, { targetLanguage })[0]?.text_target;
    expect(text(halves('Guten Morgen', 'und willkommen.'), 'de')).toBe('Guten Morgen und willkommen.');
    expect(text(halves('早上好，', '欢迎。'), 'zh')).toBe('早上好，欢迎。');
  });
});

describe('two cuts of one video', () => {
  const original = talk(160);
  const whole = translated(original);

  it('are followed over another intro', () => {
    const intro = Array.from({ length: 6 }, (_, at) =>
      cue(at * 4000, at * 4000 + 3000, `Presented by company ${at}`),
    );
    const target = [
      ...intro,
      ...jittered(
        moved(whole, (ms) => ms + 26_000),
        150,
      ),
    ];
    expect(shareRight(original, target, (at) => at + 6)).toBeGreaterThan(0.97);
  });

  it('are followed over a commercial break', () => {
    const target = jittered(
      moved(whole, (ms) => (ms > (whole[80]?.start ?? 0) - 20 ? ms + 90_000 : ms)),
      150,
    );
    expect(shareRight(original, target, (at) => at)).toBeGreaterThan(0.97);
  });

  it('are followed over a missing scene', () => {
    const cut = (whole[90]?.start ?? 0) - (whole[60]?.start ?? 0);
    const target = whole.flatMap((one, at) =>
      at < 60 ? [one] : at < 90 ? [] : moved([one], (ms) => ms - cut),
    );
    expect(shareRight(original, target, (at) => (at < 60 ? at : at < 90 ? null : at - 30))).toBeGreaterThan(
      0.95,
    );
  });

  it('are followed with another clock rate and start', () => {
    const target = jittered(
      moved(whole, (ms) => (ms * 25) / 23.976 + 12_000),
      150,
    );
    expect(shareRight(original, target, (at) => at)).toBeGreaterThan(0.97);
  });

  it('are followed with a drifting clock', () => {
    const target = moved(whole, (ms) => ms * 1.003 + 400 * Math.sin(ms / 50_000) + 2000);
    expect(shareRight(original, target, (at) => at)).toBeGreaterThan(0.97);
  });

  it('are joined if the translation’s lines last longer', () => {
    const target = whole.map((one, at) => ({
      ...one,
      end: Math.max(one.end, (whole[at + 1]?.start ?? one.end) - 40),
    }));
    expect(shareRight(original, target, (at) => at)).toBeGreaterThan(0.97);
  });

  it('leave the lines of a commercial break alone, in their position', () => {
    const at = 80;
    const from = whole[at - 1]?.end ?? 0;
    const spot = Array.from({ length: 8 }, (_, k) =>
      cue(from + 1000 + k * 4000, from + 4000 + k * 4000, `Only today: ${k} for one!`),
    );
    const target = [...whole.slice(0, at), ...spot, ...moved(whole.slice(at), (ms) => ms + 40_000)];
    const alone = align(original, target).filter(({ original: own }) => own.length === 0);
    expect(alone.map((one) => one.target)).toEqual(spot.map((_, k) => [at + k]));
  });
});

describe('two simultaneous speakers', () => {
  it('are each joined with their own translation', () => {
    const quiet = talk(30);
    const both = quiet.flatMap((one, at) => [
      one,
      ...(at % 6 === 3
        ? [{ ...talk(40, 9)[at], index: 1, start: one.start + 300, end: one.end + 200 } as Cue]
        : []),
    ]);
    const pairs = pairsOf(both, translated(moved(both, (ms) => ms + 5000)));
    expect(pairs).toEqual(oneToOne(both.length));
  });

  it('stay in their segments if a file has both in one cue', () => {
    const original = talk(30);
    const { start = 0, end = 0, text = '' } = original[12] ?? {};
    const second = { ...cue(start + 200, end, 'golu hefti zaban pilto') };
    const target = translated(moved(original, (ms) => ms + 5000)).map((one, at) =>
      at === 12 ? { ...one, text: `- ${one.text}\n- ulog itfeh nabaz otlip` } : one,
    );
    const segments = align([...original.slice(0, 13), second, ...original.slice(13)], target);
    expect(segments.find((one) => one.target.includes(12))).toMatchObject({
      original: [12, 13],
      target: [12],
    });
    expect(text).not.toBe('');
  });
});

describe('real-world files', () => {
  const original = talk(60);
  const target = translated(moved(original, (ms) => ms + 7000));

  it('may have their cues in any order', () => {
    const shuffled = [...target.slice(30), ...target.slice(0, 30)];
    expect(shareRight(original, shuffled, (at) => (at + 30) % 60)).toBe(1);
  });

  it('may be full of sound tags on one track', () => {
    const tags = original.slice(1).flatMap((one, at) => {
      const before = original[at]?.end ?? 0;
      return one.start - before > 700 ? [cue(before + 100, one.start - 100, '[footsteps]')] : [];
    });
    expect(tags.length).toBeGreaterThan(20);
    expect(shareRight([...original, ...tags], target, (at) => (at < 60 ? at : null))).toBe(1);
  });

  it('may have all their speech in brackets', () => {
    const bracketed = target.map((one) => ({ ...one, text: `(${one.text})` }));
    expect(shareRight(original, bracketed, (at) => at)).toBeGreaterThan(0.9);
  });

  it('may have credits at the end', () => {
    const last = target.at(-1)?.end ?? 0;
    const credits = [
      cue(last + 3000, last + 6000, 'Subtitles: Ann'),
      cue(last + 6000, last + 9000, 'Proof: Ben'),
    ];
    const segments = align(original, [...target, ...credits]);
    expect(segments.slice(-2).map(({ label }) => label)).toEqual(['0-1', '0-1']);
    expect(segments.slice(0, 60).map(({ label }) => label)).toEqual(new Array(60).fill('1-1'));
  });

  it('may repeat each cue, as rolling captions do', () => {
    const twice = target.flatMap((one) => [one, { ...one }]);
    const joined = align(original, twice).filter((one) => one.original.length === 1 && one.target.length > 0);
    expect(joined.every((one) => Math.floor((one.target[0] ?? 0) / 2) === one.original[0])).toBe(true);
    expect(joined.length).toBeGreaterThan(50);
  });
});
