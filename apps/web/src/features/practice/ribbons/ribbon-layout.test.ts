import type { SpeechFrames } from '@sayback/speech';
import { describe, expect, it } from 'vitest';
import { layoutRibbons, type RibbonInput } from './ribbon-layout.ts';

/** Returns speech and pauses in frames of 10 ms, at one level and pitch. */
function voice(runs: readonly number[], hz = 120): SpeechFrames {
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
    original: voice([200]),
    mine: voice([200]),
    takeTimes: Float32Array.from({ length: 200 }, (_, frame) => frame / 100),
    extraPauses: [],
    words: [],
    leftOut: null,
    width: 400,
    height: 56,
    ...changes,
  });

describe('two ribbons', () => {
  it('show who took longer on one time scale', () => {
    const { tracks } = layout({ mine: voice([400]) });
    expect(tracks.original?.end).toBe(200);
    expect(tracks.mine?.end).toBe(400);
  });

  it('start together, whatever the delay before the speech', () => {
    const late = voice([0, 150, 200]);
    expect(layout({ mine: late }).tracks.mine?.ribbons[0]?.[0]?.x).toBe(0);
  });

  it('have the same height for a low and a high voice', () => {
    const { tracks } = layout({ original: voice([200], 110), mine: voice([200], 220) });
    expect(tracks.mine?.ribbons[0]?.[50]?.y).toBe(tracks.original?.ribbons[0]?.[50]?.y);
  });

  it('mark a pause that the original doesn’t have, and no other', () => {
    const original = voice([80, 40, 80]);
    const mine = voice([80, 40, 60, 50, 20]);
    const takeTimes = Float32Array.from({ length: 200 }, (_, frame) => frame / 100);
    const extraPauses = [{ start: 1.8, end: 2.3 }];
    const pauses = layout({ original, mine, takeTimes, extraPauses }).tracks.mine?.pauses;
    expect(pauses?.map(({ isMarked }) => isMarked)).toEqual([false, true]);
  });

  it('connect each word with where it is said, except an omitted one', () => {
    const words = [
      { text: 'one', start: 0, end: 0.5 },
      { text: 'two', start: 0.5, end: 1 },
    ];
    const takeTimes = Float32Array.from({ length: 200 }, (_, frame) => frame / 50);
    const { links, words: drawn } = layout({ words, takeTimes, leftOut: { start: 0.5, end: 1 } });
    expect(links).toEqual([{ from: 0, to: 0 }]);
    expect(drawn.map(({ isMarked }) => isMarked)).toEqual([false, true]);
  });

  it('show only the learner if the original can’t be read', () => {
    const { tracks, links } = layout({ original: null, mine: voice([80, 40, 80]), takeTimes: null });
    expect(tracks.original).toBeNull();
    expect(tracks.mine?.ribbons).toHaveLength(2);
    expect(tracks.mine?.pauses.map(({ isMarked }) => isMarked)).toEqual([true]);
    expect(links).toEqual([]);
  });
});
