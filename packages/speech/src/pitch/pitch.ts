import { countFrames, SAMPLE_RATE } from '../frames/framing.ts';
import { runsOf } from '../voice-activity/runs.ts';
import { trackPitch } from './track-pitch.ts';
import { PITCH_RATE, type PitchCandidate, periodsOf } from './yin.ts';

const DECIMATION = SAMPLE_RATE / PITCH_RATE;
// The low harmonics carry the period; above them there is more noise than voice.
const CUTOFF_HZ = 1500;
const TAPS = 49;
const MIDDLE = (TAPS - 1) / 2;

const LOW_PASS = Float64Array.from({ length: TAPS }, (_, i) => {
  const t = i - MIDDLE;
  const cutoff = CUTOFF_HZ / SAMPLE_RATE;
  const sinc = t === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * t) / (Math.PI * t);
  return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (TAPS - 1)));
});

/** Returns the pitch of each frame in Hz, 0 if unvoiced. Only computed inside speech, if its flags are passed. */
export function pitchOf(samples: Float32Array, speech?: Uint8Array): Float32Array {
  const low = lowPass(samples);
  const frames = countFrames(samples.length);
  const candidates = Array.from({ length: frames }, (): PitchCandidate[] => []);
  for (const { from, to } of speech ? runsOf(speech) : [{ from: 0, to: frames }]) {
    for (const [index, periods] of periodsOf(low, from, to).entries()) candidates[from + index] = periods;
  }
  return trackPitch(candidates);
}

/** Low-passes at {@link CUTOFF_HZ} and halves the sample rate, with a windowed sinc, which is symmetric. */
export function lowPass(samples: Float32Array): Float32Array {
  const out = new Float32Array(Math.floor(samples.length / DECIMATION));
  const padded = new Float32Array(samples.length + TAPS);
  padded.set(samples, MIDDLE);
  for (let i = 0; i < out.length; i++) {
    const from = i * DECIMATION;
    let sum = (LOW_PASS[MIDDLE] as number) * (padded[from + MIDDLE] as number);
    for (let tap = 0; tap < MIDDLE; tap++) {
      const mirrored = from + TAPS - 1 - tap;
      sum += (LOW_PASS[tap] as number) * ((padded[from + tap] as number) + (padded[mirrored] as number));
    }
    out[i] = sum;
  }
  return out;
}
