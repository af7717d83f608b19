import { centreOf, countFrames, SAMPLE_RATE } from '../frames/framing.ts';
import { trackPitch } from './track-pitch.ts';
import { PITCH_RATE, yin } from './yin.ts';

const DECIMATION = SAMPLE_RATE / PITCH_RATE;
// The low harmonics carry the period; above there is more noise than voice.
const CUTOFF_HZ = 1500;
const TAPS = 49;

const LOW_PASS = Float64Array.from({ length: TAPS }, (_, i) => {
  const t = i - (TAPS - 1) / 2;
  const cutoff = CUTOFF_HZ / SAMPLE_RATE;
  const sinc = t === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * t) / (Math.PI * t);
  return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (TAPS - 1)));
});

/** The pitch of each frame in Hz, 0 where there is none. It isn't looked for outside speech, if that is known. */
export function pitchOf(samples: Float32Array, speech?: Uint8Array): Float32Array {
  const low = lowPass(samples);
  const candidatesAt = yin();
  const candidates = Array.from({ length: countFrames(samples.length) }, (_, frame) =>
    speech && !speech[frame] ? [] : candidatesAt(low, Math.round(centreOf(frame) / DECIMATION)),
  );
  return trackPitch(candidates);
}

/** Half the samples, below {@link CUTOFF_HZ}: a windowed sinc. */
function lowPass(samples: Float32Array): Float32Array {
  const out = new Float32Array(Math.floor(samples.length / DECIMATION));
  for (let i = 0; i < out.length; i++) {
    const from = i * DECIMATION - (TAPS - 1) / 2;
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) sum += (samples[from + tap] ?? 0) * (LOW_PASS[tap] as number);
    out[i] = sum;
  }
  return out;
}
