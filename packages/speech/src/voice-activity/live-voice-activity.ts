import { MEL_BANDS } from '../frames/mel.ts';
import { excessOver } from './excess.ts';

// The floor is the least smoothed level of the last 1.6 s, in eight parts.
const PARTS = 8;
const PART_FRAMES = 20;
const SMOOTHING = 0.3;
const FLOOR_SMOOTHING = 0.08;
// The least of a smoothed noise lies this far below its mean.
const MINIMUM_BIAS_DB = 2.5;
// Frames until the smoothed levels mean anything.
const WARM_UP = 6;
// Hysteresis, dB: speech starts above the one and ends below the other, which follow a loud voice.
const START_DB = 4;
const STOP_DB = 1.2;
const START_SHARE = 0.3;
const STOP_SHARE = 0.12;
/** Once a voice was heard, this share of what it takes to start is enough: noise alone lies below 0 dB. */
const AGAIN = 0.6;
/** dB a frame: a voice is forgotten in some seconds. */
const FORGETTING = 0.01;
// A click is shorter than this many frames.
const SHORTEST = 4;

export type LiveFrame = {
  speech: boolean;
  /** How far the voice stood out of the noise lately, dB as {@link excessOver}: 15 is a quiet room. */
  contrast: number;
};

/** Returns a voice activity detector that is fed frame by frame: each takes a frame's mel levels. Minimum statistics after Martin 2001. */
export function liveVoiceActivity(): (mel: Float32Array) => LiveFrame {
  const smooth = new Float32Array(MEL_BANDS);
  const slow = new Float32Array(MEL_BANDS);
  const minima = new Float32Array(PARTS * MEL_BANDS).fill(Number.POSITIVE_INFINITY);
  const floor = new Float32Array(MEL_BANDS);
  let frame = 0;
  let loudest = 0;
  let speech = false;
  let heard = false;
  let above = 0;
  return (mel) => {
    const part = Math.floor(frame / PART_FRAMES) % PARTS;
    if (frame % PART_FRAMES === 0)
      minima.fill(Number.POSITIVE_INFINITY, part * MEL_BANDS, (part + 1) * MEL_BANDS);
    for (let band = 0; band < MEL_BANDS; band++) {
      const level = mel[band] as number;
      follow(smooth, band, level, Math.max(SMOOTHING, 1 / (frame + 1)));
      follow(slow, band, level, Math.max(FLOOR_SMOOTHING, 1 / (frame + 1)));
      const at = part * MEL_BANDS + band;
      if (frame >= WARM_UP) minima[at] = Math.min(minima[at] as number, slow[band] as number);
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < PARTS; i++) least = Math.min(least, minima[i * MEL_BANDS + band] as number);
      floor[band] = Number.isFinite(least) ? least + MINIMUM_BIAS_DB : level;
    }
    frame++;
    const excess = excessOver(floor, smooth);
    loudest = Math.max(excess, loudest - FORGETTING);
    const start = (heard ? AGAIN : 1) * Math.max(START_DB, START_SHARE * loudest);
    const stop = Math.max(STOP_DB, STOP_SHARE * loudest);
    above = excess > start ? above + 1 : 0;
    speech = speech ? excess > stop : above >= SHORTEST;
    heard ||= speech;
    return { speech, contrast: loudest };
  };
}

function follow(levels: Float32Array, band: number, level: number, share: number): void {
  const before = levels[band] as number;
  levels[band] = before + share * (level - before);
}
