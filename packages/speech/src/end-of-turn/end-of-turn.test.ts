import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { analyseTake } from '../analyse-take.ts';
import { joined, mixed, noiseOf, rms, scaled, silence } from '../testing/noise.ts';
import { record } from '../testing/recording.ts';
import { sentenceOf } from '../testing/sentence.ts';
import { speak } from '../testing/source-filter-voice.ts';
import { endOfTurn, listenToTurn, type TurnOptions } from './end-of-turn.ts';

/** Feeds a sound in blocks; returns when the turn ended, in seconds, and why. */
function listen(sound: Float32Array, options: TurnOptions = {}, block = 1280) {
  const feed = endOfTurn(options);
  for (let at = 0; at < sound.length; at += block) {
    const state = feed(sound.subarray(at, at + block));
    if (state.phase === 'ended') return { at: (at + block) / 16_000, ...state };
  }
  return null;
}

const seconds = (sound: Float32Array): number => sound.length / 16_000;

describe('endOfTurn', () => {
  it('ends within a second after a whole line', () => {
    for (const seed of [1, 2, 3]) {
      const line = analyse(record(sentenceOf(seed)));
      const take = record(sentenceOf(seed, { hz: 180 }), { after: 4, seed: seed + 9, shift: 1.1, snr: 25 });
      const ended = listen(take, { line });
      expect(ended?.reason).toBe('finished');
      const wait = (ended?.at ?? 0) - (seconds(take) - 4);
      expect(wait).toBeGreaterThan(0.3);
      expect(wait).toBeLessThan(1);
    }
  });

  it('doesn’t end in a hesitation of 800 ms', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const line = analyse(record(sentenceOf(seed)));
      const take = record(sentenceOf(seed, { pauseAfter: 3, pause: 0.8 }), { after: 4, snr: 15, seed });
      expect(listen(take, { line })?.at).toBeGreaterThan(seconds(take) - 4);
    }
  });

  it('doesn’t end while a voice continues softly in noise', () => {
    for (const seed of [1, 2, 3]) {
      const loud = speak(sentenceOf(seed, { syllables: 4 })).samples;
      const soft = scaled(speak(sentenceOf(seed + 5, { syllables: 12 })).samples, 0.7);
      const said = joined(silence(0.5), loud, soft, silence(4));
      const take = mixed(said, noiseOf('pink', said.length, seed), rms(loud) * 10 ** (-15 / 20));
      expect(listen(take)?.at).toBeGreaterThan(seconds(take) - 4);
    }
  });

  it('detects that the learner speaks on after the end, but neither typing nor a whole line', () => {
    for (const seed of [1, 2, 3]) {
      const line = analyse(record(sentenceOf(seed)));
      const take = record(sentenceOf(seed, { pauseAfter: 3, pause: 2.8 }), { after: 4, snr: 25, seed });
      const { feed } = listenToTurn({ line });
      const states = Array.from({ length: Math.floor(take.length / 1280) }, (_, at) =>
        feed(take.subarray(1280 * at, 1280 * (at + 1))),
      );
      const end = states.find(({ phase }) => phase === 'ended');
      expect(end).toMatchObject({ reason: 'finished', isPartial: true });
      expect(end?.hasSpokenOn).toBeUndefined();
      expect(states.at(-1)).toMatchObject({ phase: 'ended', hasSpokenOn: true });

      const whole = listenToTurn({ line });
      const said = record(sentenceOf(seed), { after: 2, snr: 25, seed });
      whole.feed(said);
      const noise = scaled(noiseOf('pink', 32_000, seed), rms(said) / 4);
      for (let at = 0; at < noise.length; at += 6400) noise.fill(0, at + 800, at + 6400);
      const typed = whole.feed(noise);
      expect(typed).toMatchObject({ phase: 'ended' });
      expect(typed.isPartial ?? typed.hasSpokenOn).toBeUndefined();
    }
  });

  it('waits longer if little of the line was said', () => {
    const line = analyse(record(sentenceOf(7, { syllables: 12 })));
    const half = record(sentenceOf(7, { syllables: 4 }), { after: 4 });
    const whole = record(sentenceOf(7, { syllables: 12 }), { after: 4 });
    const waitOf = (take: Float32Array) => (listen(take, { line })?.at ?? 0) - (seconds(take) - 4);
    expect(waitOf(half) - waitOf(whole)).toBeGreaterThan(0.3);
  });

  it('always ends: silence, hum, noise, a speaker who never stops', () => {
    const endless = joined(
      ...Array.from({ length: 20 }, (_, seed) => record(sentenceOf(seed), { before: 0, after: 0 })),
    );
    const sounds = [
      silence(30),
      ...(['hum', 'white', 'pink'] as const).map((kind) =>
        noiseOf(kind, 30 * 16_000, 4).map((x) => x * 0.05),
      ),
      endless,
    ];
    for (const sound of sounds) expect(listen(sound, { lineSeconds: 3 })?.at).toBeLessThan(26);
    expect(listen(silence(30))?.reason).toBe('silent');
  });

  it('waits for a late first word, whatever the sound starts with', () => {
    const pieces = sentenceOf(4, { hz: 160 });
    const line = analyse(record(sentenceOf(4)));
    const take = record(pieces, { before: 7, after: 4, snr: 20 });
    const heads: Record<string, (t: number) => number> = {
      zeros: (t) => (t < 0.06 ? 0 : 1),
      'a fade-in': (t) => Math.min(1, t / 0.2),
      'a rising gain': (t) => 10 ** (-1.5 * Math.max(0, 1 - t / 3)),
    };
    for (const [name, gain] of Object.entries(heads)) {
      const ended = listen(
        take.map((x, i) => x * gain(i / 16_000)),
        { line },
      );
      expect(ended?.at, name).toBeGreaterThan(seconds(take) - 4);
      expect(ended?.reason, name).toBe('finished');
      expect(ended?.start, name).toBeGreaterThan(6.5);
    }
  });

  it('ignores a fan that starts, clicks, a hiss and a distant voice', () => {
    const room = () => mixed(silence(14), noiseOf('pink', 14 * 16_000, 3), 0.002);
    const fan = noiseOf('hum', 14 * 16_000, 3).map(
      (x, i) => x * 0.02 * Math.min(1, Math.max(0, i / 16_000 - 1)),
    );
    const clicks = room().map((x, i) => (i % 9000 < 30 ? x + 0.3 : x));
    const hiss = noiseOf('white', 14 * 16_000, 5).map((x, i) => (i > 32_000 ? 0.03 * x : 0));
    const far = joined(silence(2), scaled(record(sentenceOf(3), { snr: 90 }), 0.02), silence(8));
    for (const sound of [mixed(room(), fan, 1), clicks, mixed(room(), hiss, 1), mixed(room(), far, 1)]) {
      const ended = listen(sound, { lineSeconds: 3, voiceLevel: -20 });
      expect(ended).toMatchObject({ reason: 'silent', start: null });
      expect(ended?.at).toBeGreaterThan(11);
    }
  });

  it('ignores a sound that is softer than the learner and as loud as the rest: music', () => {
    const said = record(sentenceOf(4, { syllables: 6 }), { seed: 4, before: 1, after: 0.3 });
    const isHeard = (rest: number, voiceLevel: number | null) => {
      const noise = scaled(noiseOf('pink', 6 * 16_000, 4), rest * rms(said));
      const ear = listenToTurn({ lineSeconds: 3, voiceLevel });
      ear.feed(joined(said, noise));
      return ear.speech().includes(1);
    };
    expect(isHeard(2, -8)).toBe(false);
    expect(isHeard(2, -13)).toBe(true);
    expect(isHeard(2, null)).toBe(true);
    expect(isHeard(0.1, -8)).toBe(true);
  });

  it('counts down the last three seconds of a turn without speech, until somebody speaks', () => {
    const counted = (sound: Float32Array) => {
      const feed = endOfTurn();
      const counts: (number | null)[] = [];
      for (let at = 0; at < sound.length; at += 800) {
        const { countdown } = feed(sound.subarray(at, at + 800));
        if (countdown !== counts.at(-1)) counts.push(countdown);
      }
      return counts;
    };
    const room = (after: number) => record(sentenceOf(1), { before: 9.5, after, snr: 25 });
    expect(counted(room(4).subarray(0, 9.4 * 16_000))).toEqual([null, 3, 2]);
    expect(counted(room(4))).toEqual([null, 3, 2, null]);
    expect(counted(silence(12))).toEqual([null, 3, 2, 1, null]);
  });

  it('waits 1.6 s or longer in the middle of a line, and longer for a learner who was cut off', () => {
    const line = analyse(record(sentenceOf(7, { syllables: 12 })));
    const half = record(sentenceOf(7, { syllables: 5 }), { after: 5 });
    const waitOf = (patience: number) => (listen(half, { line, patience })?.at ?? 0) - (seconds(half) - 5);
    expect(waitOf(0)).toBeGreaterThan(2);
    expect(waitOf(1) - waitOf(0)).toBeGreaterThan(0.9);
  });

  it('agrees with the analysis of the whole take on speech', () => {
    for (const seed of [1, 2, 3]) {
      const take = record(sentenceOf(seed, { pauseAfter: 3, pause: 0.8 }), { before: 2, snr: 20, seed });
      const ear = listenToTurn();
      ear.feed(take);
      const live = ear.speech();
      const { speech } = analyseTake(take, live);
      const same = live.filter((flag, frame) => flag === speech[frame]).length / live.length;
      expect(same).toBeGreaterThan(0.9);
      expect(analyseTake(take, new Uint8Array(live.length)).speech.includes(1)).toBe(false);
    }
  });

  it('ends at the same frame however the sound is split into blocks', () => {
    const take = record(sentenceOf(2), { after: 3 });
    const end = listen(take)?.end;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (block) => {
        expect(listen(take, {}, block)?.end).toBe(end);
      }),
      { numRuns: 8 },
    );
  });
});
