import { countFrames, SAMPLE_RATE } from '../frames/framing.ts';
import { findRuns } from '../voice-activity/runs.ts';
import { trackPitch } from './track-pitch.ts';
import { findPeriods, PITCH_RATE, type PitchCandidate } from './yin.ts';

const DECIMATION = SAMPLE_RATE / PITCH_RATE;
// The low harmonics are enough to find the period; higher frequencies contain more noise than voice.
const CUTOFF_HZ = 1500;
const FILTER_TAPS = 49;
const FILTER_CENTRE = (FILTER_TAPS - 1) / 2;

const LOW_PASS = Float64Array.from({ length: FILTER_TAPS }, (_, i) => {
  const t = i - FILTER_CENTRE;
  const cutoff = CUTOFF_HZ / SAMPLE_RATE;
  const sinc = t === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * t) / (Math.PI * t);
  return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FILTER_TAPS - 1)));
});

/** Returns the pitch of each frame in Hz, 0 if unvoiced. With `speech`, computes only the frames that it flags. */
export function computePitch(samples: Float32Array, speech?: Uint8Array): Float32Array {
  const lowPassed = lowPass(samples);
  const frames = countFrames(samples.length);
  const candidates = Array.from({ length: frames }, (): PitchCandidate[] => []);
  for (const { from, to } of speech ? findRuns(speech) : [{ from: 0, to: frames }]) {
    for (const [index, periods] of findPeriods(lowPassed, from, to).entries())
      candidates[from + index] = periods;
  }
  return trackPitch(candidates);
}

/** Low-pass filters at {@link CUTOFF_HZ} with a windowed sinc, and halves the sample rate. */
export function lowPass(samples: Float32Array): Float32Array {
  const output = new Float32Array(Math.floor(samples.length / DECIMATION));
  const padded = new Float32Array(samples.length + FILTER_TAPS);
  padded.set(samples, FILTER_CENTRE);
  for (let i = 0; i < output.length; i++) {
    const from = i * DECIMATION;
    let sum = (LOW_PASS[FILTER_CENTRE] as number) * (padded[from + FILTER_CENTRE] as number);
    for (let tap = 0; tap < FILTER_CENTRE; tap++) {
      const mirrored = from + FILTER_TAPS - 1 - tap;
      sum += (LOW_PASS[tap] as number) * ((padded[from + tap] as number) + (padded[mirrored] as number));
    }
    output[i] = sum;
  }
  return output;
}
