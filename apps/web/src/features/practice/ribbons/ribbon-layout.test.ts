import type { SpeechFrames } from '@sayback/speech';
import { describe, expect, it } from 'vitest';
import { layoutRibbons, type RibbonInput } from './ribbon-layout.ts';

/** Returns speech and pauses in frames of 10 ms, at one level and pitch. */
function createVoice(runs: readonly number[], hz = 120): SpeechFrames {
  const speech = Uint8Array.from(
    runs.flatMap((frames, index) => Array<number>(frames).fill(index % 2 === 0 ? 1 : 0)),
  );
  return {
    speech,
    loudness: Float32Array.from(speech, (flag) => (flag ? -20 : -70)),
    pitch: Float32Array.from(speech, (flag) => (flag ? hz : 0)),
    mfcc: new Float32Array(12 * speech.length),
  };
}

const layout = (changes: Partial<RibbonInput>) =>
  layoutRibbons({
    original: createVoice([200]),
    take: createVoice([200]),
    takeTimes: Float32Array.from({ length: 200 }, (_, frame) => frame / 100),
    extraPauses: [],
    words: [],
    omitted: null,
    width: 400,
    height: 56,
    ...changes,
  });

describe('the ribbons of an original and a take', () => {
  it('share one time scale', () => {
    const { tracks } = layout({ take: createVoice([400]) });
    expect(tracks.original?.end).toBe(200);
    expect(tracks.take?.end).toBe(400);
  });

  it('start together despite silence before the speech', () => {
    const late = createVoice([0, 150, 200]);
    expect(layout({ take: late }).tracks.take?.ribbons[0]?.[0]?.x).toBe(0);
  });

  it('have the same height for a low and a high voice', () => {
    const { tracks } = layout({ original: createVoice([200], 110), take: createVoice([200], 220) });
    expect(tracks.take?.ribbons[0]?.[50]?.y).toBe(tracks.original?.ribbons[0]?.[50]?.y);
  });

  it('mark only pauses that the original doesn’t have', () => {
    const original = createVoice([80, 40, 80]);
    const take = createVoice([80, 40, 60, 50, 20]);
    const takeTimes = Float32Array.from({ length: 200 }, (_, frame) => frame / 100);
    const extraPauses = [{ start: 1.8, end: 2.3 }];
    const pauses = layout({ original, take, takeTimes, extraPauses }).tracks.take?.pauses;
    expect(pauses?.map(({ isMarked }) => isMarked)).toEqual([false, true]);
  });

  it('connect each word with its time in the take, except omitted ones', () => {
    const words = [
      { text: 'one', start: 0, end: 0.5 },
      { text: 'two', start: 0.5, end: 1 },
    ];
    const takeTimes = Float32Array.from({ length: 200 }, (_, frame) => frame / 50);
    const { links, words: drawn } = layout({ words, takeTimes, omitted: { start: 0.5, end: 1 } });
    expect(links).toEqual([{ from: 0, to: 0 }]);
    expect(drawn.map(({ isMarked }) => isMarked)).toEqual([false, true]);
  });

  it('show only the take if the original is unknown', () => {
    const { tracks, links } = layout({ original: null, take: createVoice([80, 40, 80]), takeTimes: null });
    expect(tracks.original).toBeNull();
    expect(tracks.take?.ribbons).toHaveLength(2);
    expect(tracks.take?.pauses.map(({ isMarked }) => isMarked)).toEqual([true]);
    expect(links).toEqual([]);
  });
});
