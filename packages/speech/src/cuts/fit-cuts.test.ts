import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCuts, type LineTimes } from './fit-cuts.ts';

type Speech = { start: number; end: number };

/** Makes frames with speech 60 dB above the room's level in these ranges, in milliseconds. */
function makeFrames(ranges: readonly Speech[], lengthMs: number, roomDb = -80) {
  const isSpeech = (frame: number) =>
    ranges.some(({ start, end }) => frame * 10 >= start && frame * 10 < end);
  const speech = Uint8Array.from({ length: lengthMs / 10 }, (_, frame) => (isSpeech(frame) ? 1 : 0));
  return { speech, loudness: Float32Array.from(speech, (flag) => (flag ? -20 : roomDb)) };
}

const line = (start: number, end: number, text = ''): LineTimes => ({ start, end, text });

/** Makes frames with speech from 2 to 4 s. */
const makeOneLine = (roomDb?: number) => makeFrames([{ start: 2000, end: 4000 }], 6000, roomDb);
const fitOne = (frames: ReturnType<typeof makeFrames>, start = 2400, end = 3700) =>
  fitCuts(frames, [line(start, end)])[0];

describe('fitting cuts to the speech', () => {
  it('corrects both ends of a line with wrong cuts', () => {
    const cut = fitOne(makeOneLine());
    expect(cut).toMatchObject({ start: 1980, end: 4020, isSure: true });
  });

  it('moves to the pause between two lines, not the short one within a line', () => {
    const speech = [
      { start: 1000, end: 1800 },
      { start: 2000, end: 3000 },
      { start: 3800, end: 5000 },
    ];
    const cuts = fitCuts(makeFrames(speech, 6000), [line(1200, 2700), line(3500, 4700)]);
    expect(cuts).toMatchObject([
      { start: 980, end: 3020 },
      { start: 3780, end: 5020 },
    ]);
  });

  it('chooses the pause that gives each line enough time for its letters', () => {
    const speech = [
      { start: 1000, end: 2000 },
      { start: 2400, end: 3400 },
      { start: 3800, end: 4800 },
    ];
    const findFirstEnd = (first: string, second: string) =>
      fitCuts(makeFrames(speech, 6000), [line(1000, 2900, first), line(2900, 4800, second)])[0]?.end;
    expect(findFirstEnd('a'.repeat(10), 'b'.repeat(20))).toBe(2020);
    expect(findFirstEnd('a'.repeat(20), 'b'.repeat(10))).toBe(3420);
  });

  it('leaves cuts unchanged without audible speech, or without a nearby pause', () => {
    expect(fitCuts(makeFrames([], 6000), [line(1000, 2000)])).toEqual([null]);
    expect(fitCuts(makeFrames([{ start: 0, end: 9000 }], 9000), [line(4000, 5000)])).toEqual([null]);
  });

  it.each([
    ['start', 1500, 3700],
    ['end', 2400, 4500],
  ])('isn’t sure of a cut that shortens the %s', (_, start, end) => {
    const cut = fitOne(makeOneLine(), start, end);
    expect(cut).toMatchObject({ start: 1980, end: 4020, isSure: false });
  });

  it('is likely for a shortening in a clear pause that removes no speech, if no other pause fits', () => {
    expect(fitOne(makeOneLine(), 1500, 3700)).toMatchObject({ isLikely: true });
    expect(fitOne(makeOneLine())).toMatchObject({ isLikely: false });
    const loudRoom = fitOne(makeOneLine(-26), 1500, 3700);
    expect(loudRoom).toMatchObject({ isSure: false, isLikely: false });
  });

  it.each([
    ['before its start, like the voicing of a first stop', 185],
    ['after its end, like a voice that is still fading', 410],
  ])('is neither sure nor likely with a soft sound %s', (_, time) => {
    const fitWith = (levels: readonly number[]) => {
      const frames = makeOneLine(-50);
      frames.loudness.set(levels, time);
      return [line(2400, 3700), line(1500, 3700)].map((current) => fitCuts(frames, [current])[0]);
    };
    expect(fitWith([-47, -47, -47, -47, -47, -47])).toMatchObject([
      { isSure: false, isLikely: false },
      { isSure: false, isLikely: false },
    ]);
    // A click, and room noise.
    for (const levels of [[-46], [-49.5, -49.5, -49.5, -49.5]])
      expect(fitWith(levels)).toMatchObject([{ isSure: true }, { isLikely: true }]);
  });

  it('reports that a line fits if it loses no speech and includes little of the pauses', () => {
    const fits = (start: number, end: number) => fitOne(makeOneLine(), start, end)?.fits;
    expect(fits(1980, 4020)).toBe(true);
    expect(fits(1900, 4100)).toBe(true);
    expect(fits(1800, 4020)).toBe(false);
    expect(fits(2100, 4020)).toBe(false);
  });

  it('is neither sure nor likely in a reverberant room, where the speech offset is uncertain', () => {
    const fitWith = (fallDb: number) => {
      const frames = makeOneLine();
      for (let frame = 400; frame < 500; frame++)
        frames.loudness[frame] = Math.max(-80, -20 - fallDb * (frame - 399));
      return [line(2400, 3700), line(1500, 3700)].map((current) => fitCuts(frames, [current])[0]);
    };
    expect(fitWith(5)).toMatchObject([{ isSure: true }, { isLikely: true }]);
    expect(fitWith(1)).toMatchObject([
      { isSure: false, isLikely: false },
      { isSure: false, isLikely: false },
    ]);
  });

  it('is neither sure nor likely if reverberation follows a steep speech offset', () => {
    const fitWith = (fallDb: number) => {
      const frames = makeOneLine();
      frames.loudness.set([-26, -32], 400);
      for (let frame = 402; frame < 500; frame++)
        frames.loudness[frame] = Math.max(-80, -32 - fallDb * (frame - 401));
      return fitOne(frames);
    };
    expect(fitWith(4)).toMatchObject({ isSure: true });
    expect(fitWith(1.5)).toMatchObject({ isSure: false, isLikely: false });
  });

  it('isn’t likely for a shortening that removes speech', () => {
    const others = [line(5000, 7000, 'a'.repeat(20)), line(8000, 10_000, 'a'.repeat(20))];
    const speech = [{ start: 600, end: 1400 }, { start: 2000, end: 4000 }, ...others];
    // Four letters don't take 2.8 s, so the speech before the pause is dropped.
    const [cut] = fitCuts(makeFrames(speech, 11_000), [line(1200, 4500, 'aaaa'), ...others]);
    expect(cut).toMatchObject({ start: 1980, end: 4020, isSure: false, isLikely: false });
  });

  it('isn’t sure if the pause is barely quieter than the speech', () => {
    const frames = makeOneLine(-26);
    expect(fitOne(frames)?.isSure).toBe(false);
  });

  it('includes a soft release after a stop', () => {
    const frames = makeOneLine();
    frames.loudness.fill(-38, 405, 415);
    expect(fitOne(frames)?.end).toBe(4170);
  });

  it('ends where a voice has faded, not where it is soft', () => {
    const frames = makeOneLine();
    for (let frame = 400; frame < 430; frame++) frames.loudness[frame] = -40 - 1.2 * (frame - 400);
    expect(frames.loudness[413]).toBeLessThan(-55);
    expect(fitOne(frames)?.end).toBeGreaterThan(4130);
  });

  it('adds a longer tail in noise, which masks the speech offset', () => {
    const findEnd = (roomDb: number) => fitOne(makeOneLine(roomDb))?.end;
    expect(findEnd(-60)).toBe(4020);
    expect(findEnd(-35)).toBeGreaterThan(4030);
  });

  it('adds a longer tail to a high-confidence cut in noise, which masks final aspiration', () => {
    const fitInRoom = (roomDb: number) => fitOne(makeOneLine(roomDb));
    expect(fitInRoom(-42)).toMatchObject({ isSure: true, end: 4042.5 });
    expect(fitInRoom(-50)).toMatchObject({ isSure: true, end: 4020 });
  });

  it('adds a longer lead in noise, which masks the speech onset', () => {
    const findStart = (roomDb: number) => fitOne(makeOneLine(roomDb))?.start;
    expect(findStart(-60)).toBe(1980);
    expect(findStart(-35)).toBeLessThan(1975);
  });

  it('adds a longer tail to a line in a reverberant room', () => {
    const measureTail = (fallDb: number) => {
      const frames = makeOneLine(-50);
      for (let frame = 400; frame < 500; frame++)
        frames.loudness[frame] = Math.max(-50, -20 - fallDb * (frame - 399));
      const faded = frames.loudness.findIndex((level, frame) => frame > 400 && level < -44);
      return (fitOne(frames)?.end ?? 0) - 10 * faded;
    };
    expect(measureTail(5)).toBeLessThan(30);
    expect(measureTail(0.8)).toBeGreaterThan(50);
  });

  it('includes aspiration that rises and falls after a stop, but not a click', () => {
    const findEnd = (levels: readonly number[]) => {
      const frames = makeOneLine();
      frames.loudness.set(levels, 405);
      return fitOne(frames)?.end;
    };
    expect(findEnd([-38, -38, -80, -38, -38, -80, -38])).toBeGreaterThan(4040);
    expect(findEnd([-38, -38])).toBe(4020);
  });

  it('adds a longer tail after a plosive, since its aspiration is soft', () => {
    const frames = makeOneLine();
    frames.loudness.fill(-50, 393, 397);
    expect(fitOne(frames)?.end).toBe(4060);
  });

  it('includes a short word before the first line, and one after the last', () => {
    const speech = [
      { start: 1000, end: 1300 },
      { start: 1800, end: 3000 },
      { start: 3500, end: 3800 },
    ];
    expect(fitCuts(makeFrames(speech, 5000), [line(1900, 2900)])[0]).toMatchObject({ start: 980, end: 3820 });
  });

  it('never makes a line overlap its neighbours or cut into speech', () => {
    const stretches = fc.array(
      fc.record({ pause: fc.integer({ min: 20, max: 150 }), speech: fc.integer({ min: 20, max: 200 }) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    const changes = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(stretches, changes, (parts, shifts) => {
        let time = 0;
        const speech = parts.map(({ pause, speech: length }) => {
          const start = time + 10 * pause;
          time = start + 10 * length;
          return { start, end: time };
        });
        const lines = speech.map(({ start, end }, n) => {
          const from = Math.max(0, start + 10 * (shifts[2 * n] as number));
          return line(from, Math.max(from + 100, end + 10 * (shifts[2 * n + 1] as number)));
        });
        const cuts = fitCuts(makeFrames(speech, time + 1000), lines);
        let last = 0;
        for (const cut of cuts) {
          if (!cut?.isSure) continue;
          expect(cut.start).toBeGreaterThanOrEqual(last);
          expect(cut.end).toBeGreaterThan(cut.start);
          for (const edge of [cut.start, cut.end]) {
            expect(speech.some(({ start, end }) => edge > start && edge < end)).toBe(false);
          }
          last = cut.end;
        }
      }),
    );
  });
});
