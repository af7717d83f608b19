import { createGaussian, createRandom } from './random.ts';

export type NoiseKind = 'white' | 'pink' | 'hum';

/** Returns noise with a root mean square of 1. Pink noise uses Kellet's filter; hum is 50 Hz with harmonics. */
export function makeNoise(kind: NoiseKind, length: number, seed: number): Float32Array {
  const gaussian = createGaussian(createRandom(seed));
  const noise = new Float32Array(length);
  let a = 0;
  let b = 0;
  let c = 0;
  for (let i = 0; i < length; i++) {
    const white = gaussian();
    if (kind === 'hum') {
      const t = i / 16_000;
      noise[i] =
        [1, 0.5, 0.3, 0.2].reduce(
          (sum, gain, n) => sum + gain * Math.sin(2 * Math.PI * 50 * (n + 1) * t),
          0,
        ) +
        0.02 * white;
      continue;
    }
    a = 0.997 * a + 0.029591 * white;
    b = 0.985 * b + 0.032534 * white;
    c = 0.95 * c + 0.048056 * white;
    noise[i] = kind === 'white' ? white : a + b + c + 0.05 * white;
  }
  return scale(noise, 1 / rms(noise));
}

export const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

export const scale = (samples: Float32Array, gain: number): Float32Array =>
  samples.map((sample) => sample * gain);

/** Adds noise with this root mean square. */
export const addNoise = (samples: Float32Array, noise: Float32Array, level: number): Float32Array =>
  samples.map((sample, i) => sample + level * (noise[i] ?? 0));

export function concatenate(...parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    samples.set(part, offset);
    offset += part.length;
  }
  return samples;
}

export const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * 16_000));
