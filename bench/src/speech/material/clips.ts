import { SAMPLE_RATE } from '@sayback/speech';
import { joined, mixed, noiseOf, silence } from '../../../../packages/speech/src/testing/noise.ts';
import { randomOf } from '../../../../packages/speech/src/testing/random.ts';
import { speechLevel } from './mixtures.ts';

/** A clip of lines with where each is said, in milliseconds. */
export type Clip = { sound: Float32Array; lines: { start: number; end: number; text: string }[] };

/** Puts lines one after the other with pauses of 0.25 to 1.5 s, in noise at that SNR. */
export function clipOf(
  spoken: readonly { samples: Float32Array; text: string }[],
  { seed, snr }: { seed: number; snr: number },
): Clip {
  const random = randomOf(seed);
  const parts: Float32Array[] = [];
  const lines: Clip['lines'] = [];
  let at = 0;
  const put = (samples: Float32Array) => {
    parts.push(samples);
    at += samples.length / (SAMPLE_RATE / 1000);
  };
  put(silence(1));
  for (const { samples, text } of spoken) {
    const { from, to } = extentOf(samples);
    const start = at;
    put(samples.subarray(from, to));
    lines.push({ start, end: at, text });
    put(silence(0.25 + 1.25 * random()));
  }
  const whole = joined(...parts);
  const noise = noiseOf(seed % 2 ? 'pink' : 'white', whole.length, seed + 7);
  return { sound: mixed(whole, noise, speechLevel(whole) * 10 ** (-snr / 20)), lines };
}

/** The samples from the first to the last that are within 45 dB of the loudest 5 ms. */
function extentOf(samples: Float32Array): { from: number; to: number } {
  const size = SAMPLE_RATE / 200;
  const levels = Array.from({ length: Math.floor(samples.length / size) }, (_, i) =>
    Math.hypot(...samples.subarray(i * size, (i + 1) * size)),
  );
  const least = Math.max(...levels) * 10 ** (-45 / 20);
  const isHeard = (level: number) => level > least;
  return { from: levels.findIndex(isHeard) * size, to: (levels.findLastIndex(isHeard) + 1) * size };
}
