import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { analyseTake } from '../analyse-take.ts';
import { addNoise, concatenate, makeNoise, rms, scale, silence } from '../testing/noise.ts';
import { makeRecording } from '../testing/recording.ts';
import { makeSentence } from '../testing/sentence.ts';
import { synthesise } from '../testing/source-filter-voice.ts';
import { listenToTurn, type TurnOptions } from './end-of-turn.ts';

/** Feeds a recording in blocks. Returns the final state, with the time in seconds at which the turn ended. */
function listen(sound: Float32Array, options: TurnOptions = {}, block = 1280) {
  const { feed } = listenToTurn(options);
  for (let at = 0; at < sound.length; at += block) {
    const state = feed(sound.subarray(at, at + block));
    if (state.phase === 'ended') return { at: (at + block) / 16_000, ...state };
  }
  return null;
}

const seconds = (sound: Float32Array): number => sound.length / 16_000;

describe('listenToTurn', () => {
  it('ends within a second after a whole line', () => {
    for (const seed of [1, 2, 3]) {
      const line = analyse(makeRecording(makeSentence(seed)));
      const take = makeRecording(makeSentence(seed, { hz: 180 }), {
        after: 4,
        seed: seed + 9,
        shift: 1.1,
        snr: 25,
      });
      const result = listen(take, { line });
      expect(result?.reason).toBe('finished');
      const wait = (result?.at ?? 0) - (seconds(take) - 4);
      expect(wait).toBeGreaterThan(0.3);
      expect(wait).toBeLessThan(1);
    }
  });

  it('doesn’t end during an 800 ms hesitation', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const line = analyse(makeRecording(makeSentence(seed)));
      const take = makeRecording(makeSentence(seed, { pauseAfter: 3, pause: 0.8 }), {
        after: 4,
        snr: 15,
        seed,
      });
      expect(listen(take, { line })?.at).toBeGreaterThan(seconds(take) - 4);
    }
  });

  it('doesn’t end while a soft voice continues in noise', () => {
    for (const seed of [1, 2, 3]) {
      const loud = synthesise(makeSentence(seed, { syllables: 4 })).samples;
      const soft = scale(synthesise(makeSentence(seed + 5, { syllables: 12 })).samples, 0.7);
      const voice = concatenate(silence(0.5), loud, soft, silence(4));
      const take = addNoise(voice, makeNoise('pink', voice.length, seed), rms(loud) * 10 ** (-15 / 20));
      expect(listen(take)?.at).toBeGreaterThan(seconds(take) - 4);
    }
  });

  it('reports speech after the end of a partial line, but neither typing nor speech after a whole line', () => {
    for (const seed of [1, 2, 3]) {
      const line = analyse(makeRecording(makeSentence(seed)));
      const take = makeRecording(makeSentence(seed, { pauseAfter: 3, pause: 2.8 }), {
        after: 4,
        snr: 25,
        seed,
      });
      const { feed } = listenToTurn({ line });
      const states = Array.from({ length: Math.floor(take.length / 1280) }, (_, at) =>
        feed(take.subarray(1280 * at, 1280 * (at + 1))),
      );
      const end = states.find(({ phase }) => phase === 'ended');
      expect(end).toMatchObject({ reason: 'finished', isPartial: true });
      expect(end?.hasSpokenOn).toBeUndefined();
      expect(states.at(-1)).toMatchObject({ phase: 'ended', hasSpokenOn: true });

      const finishedTurn = listenToTurn({ line });
      const voice = makeRecording(makeSentence(seed), { after: 2, snr: 25, seed });
      finishedTurn.feed(voice);
      const noise = scale(makeNoise('pink', 32_000, seed), rms(voice) / 4);
      for (let at = 0; at < noise.length; at += 6400) noise.fill(0, at + 800, at + 6400);
      const afterTyping = finishedTurn.feed(noise);
      expect(afterTyping).toMatchObject({ phase: 'ended' });
      expect(afterTyping.isPartial ?? afterTyping.hasSpokenOn).toBeUndefined();
    }
  });

  it('waits longer if the learner said only a little of the line', () => {
    const line = analyse(makeRecording(makeSentence(7, { syllables: 12 })));
    const halfLine = makeRecording(makeSentence(7, { syllables: 4 }), { after: 4 });
    const wholeLine = makeRecording(makeSentence(7, { syllables: 12 }), { after: 4 });
    const measureWait = (take: Float32Array) => (listen(take, { line })?.at ?? 0) - (seconds(take) - 4);
    expect(measureWait(halfLine) - measureWait(wholeLine)).toBeGreaterThan(0.3);
  });

  it('always ends: silence, hum, noise, a speaker who never stops', () => {
    const endless = concatenate(
      ...Array.from({ length: 20 }, (_, seed) => makeRecording(makeSentence(seed), { before: 0, after: 0 })),
    );
    const sounds = [
      silence(30),
      ...(['hum', 'white', 'pink'] as const).map((kind) =>
        makeNoise(kind, 30 * 16_000, 4).map((x) => x * 0.05),
      ),
      endless,
    ];
    for (const sound of sounds) expect(listen(sound, { lineSeconds: 3 })?.at).toBeLessThan(26);
    expect(listen(silence(30))?.reason).toBe('silent');
  });

  it('waits for a late first word after digital silence, a fade-in or a rising gain', () => {
    const pieces = makeSentence(4, { hz: 160 });
    const line = analyse(makeRecording(makeSentence(4)));
    const take = makeRecording(pieces, { before: 7, after: 4, snr: 20 });
    const beginnings: Record<string, (t: number) => number> = {
      zeros: (t) => (t < 0.06 ? 0 : 1),
      'a fade-in': (t) => Math.min(1, t / 0.2),
      'a rising gain': (t) => 10 ** (-1.5 * Math.max(0, 1 - t / 3)),
    };
    for (const [name, gain] of Object.entries(beginnings)) {
      const result = listen(
        take.map((x, i) => x * gain(i / 16_000)),
        { line },
      );
      expect(result?.at, name).toBeGreaterThan(seconds(take) - 4);
      expect(result?.reason, name).toBe('finished');
      expect(result?.start, name).toBeGreaterThan(6.5);
    }
  });

  it('ignores a fan that starts, clicks, a hiss and a distant voice', () => {
    const room = () => addNoise(silence(14), makeNoise('pink', 14 * 16_000, 3), 0.002);
    const fan = makeNoise('hum', 14 * 16_000, 3).map(
      (x, i) => x * 0.02 * Math.min(1, Math.max(0, i / 16_000 - 1)),
    );
    const clicks = room().map((x, i) => (i % 9000 < 30 ? x + 0.3 : x));
    const hiss = makeNoise('white', 14 * 16_000, 5).map((x, i) => (i > 32_000 ? 0.03 * x : 0));
    const far = concatenate(silence(2), scale(makeRecording(makeSentence(3), { snr: 90 }), 0.02), silence(8));
    for (const sound of [
      addNoise(room(), fan, 1),
      clicks,
      addNoise(room(), hiss, 1),
      addNoise(room(), far, 1),
    ]) {
      const result = listen(sound, { lineSeconds: 3, voiceLevel: -20 });
      expect(result).toMatchObject({ reason: 'silent', start: null });
      expect(result?.at).toBeGreaterThan(11);
    }
  });

  it('ignores music, which is softer than the learner and as loud as the rest of the recording', () => {
    const voice = makeRecording(makeSentence(4, { syllables: 6 }), { seed: 4, before: 1, after: 0.3 });
    const hasSpeech = (rest: number, voiceLevel: number | null) => {
      const noise = scale(makeNoise('pink', 6 * 16_000, 4), rest * rms(voice));
      const turn = listenToTurn({ lineSeconds: 3, voiceLevel });
      turn.feed(concatenate(voice, noise));
      return turn.speech().includes(1);
    };
    expect(hasSpeech(2, -8)).toBe(false);
    expect(hasSpeech(2, -13)).toBe(true);
    expect(hasSpeech(2, null)).toBe(true);
    expect(hasSpeech(0.1, -8)).toBe(true);
  });

  it('counts down the last three seconds of a turn without speech, until somebody speaks', () => {
    const readCountdowns = (sound: Float32Array) => {
      const { feed } = listenToTurn();
      const counts: (number | null)[] = [];
      for (let at = 0; at < sound.length; at += 800) {
        const { countdown } = feed(sound.subarray(at, at + 800));
        if (countdown !== counts.at(-1)) counts.push(countdown);
      }
      return counts;
    };
    const room = (after: number) => makeRecording(makeSentence(1), { before: 9.5, after, snr: 25 });
    expect(readCountdowns(room(4).subarray(0, 9.4 * 16_000))).toEqual([null, 3, 2]);
    expect(readCountdowns(room(4))).toEqual([null, 3, 2, null]);
    expect(readCountdowns(silence(12))).toEqual([null, 3, 2, 1, null]);
  });

  it('waits 1.6 s or longer in the middle of a line, and longer for a learner who was cut off', () => {
    const line = analyse(makeRecording(makeSentence(7, { syllables: 12 })));
    const halfLine = makeRecording(makeSentence(7, { syllables: 5 }), { after: 5 });
    const measureWait = (patience: number) =>
      (listen(halfLine, { line, patience })?.at ?? 0) - (seconds(halfLine) - 5);
    expect(measureWait(0)).toBeGreaterThan(2);
    expect(measureWait(1) - measureWait(0)).toBeGreaterThan(0.9);
  });

  it('flags the same speech frames as the analysis of the whole take', () => {
    for (const seed of [1, 2, 3]) {
      const take = makeRecording(makeSentence(seed, { pauseAfter: 3, pause: 0.8 }), {
        before: 2,
        snr: 20,
        seed,
      });
      const turn = listenToTurn();
      turn.feed(take);
      const live = turn.speech();
      const { speech } = analyseTake(take, live);
      const agreement = live.filter((flag, frame) => flag === speech[frame]).length / live.length;
      expect(agreement).toBeGreaterThan(0.9);
      expect(analyseTake(take, new Uint8Array(live.length)).speech.includes(1)).toBe(false);
    }
  });

  it('ends at the same frame for any block size', () => {
    const take = makeRecording(makeSentence(2), { after: 3 });
    const end = listen(take)?.end;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (block) => {
        expect(listen(take, {}, block)?.end).toBe(end);
      }),
      { numRuns: 8 },
    );
  });
});
