import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FRAMES_PER_SECOND, SAMPLE_RATE } from '@sayback/speech';
import { readSubtitles } from '@sayback/subtitles';
import { addNoise, concatenate, makeNoise, silence } from '../../../../packages/speech/src/testing/noise.ts';
import { createRandom } from '../../../../packages/speech/src/testing/random.ts';
import { quantile } from '../../metrics.ts';
import { measureSpeechLevel } from './mixtures.ts';
import { decodeSound } from './voices.ts';

/** A sound with the start and end of each spoken line, in milliseconds. */
export type Clip = { sound: Float32Array; lines: { start: number; end: number; text: string }[] };

/** Concatenates lines with pauses of 0.25 to 1.5 s, and adds noise at an SNR in dB. */
export function makeClip(
  spoken: readonly { samples: Float32Array; text: string }[],
  { seed, snr }: { seed: number; snr: number },
): Clip {
  const random = createRandom(seed);
  const parts: Float32Array[] = [];
  const lines: Clip['lines'] = [];
  let at = 0;
  const put = (samples: Float32Array) => {
    parts.push(samples);
    at += samples.length / (SAMPLE_RATE / 1000);
  };
  put(silence(1));
  for (const { samples, text } of spoken) {
    const { from, to } = findExtent(samples);
    const start = at;
    put(samples.subarray(from, to));
    lines.push({ start, end: at, text });
    put(silence(0.25 + 1.25 * random()));
  }
  const whole = concatenate(...parts);
  const noise = makeNoise(seed % 2 ? 'pink' : 'white', whole.length, seed + 7);
  return { sound: addNoise(whole, noise, measureSpeechLevel(whole) * 10 ** (-snr / 20)), lines };
}

const DEMO = fileURLToPath(new URL('../../../../demo/clips', import.meta.url));

/** Reads the demo's clips. Their cues have silence at both ends, so the true lines are the audible parts. */
export const makeDemoClips = (): Clip[] =>
  readdirSync(DEMO).map((name) => {
    const { media, subtitles } = JSON.parse(readFileSync(path.join(DEMO, name, 'clip.json'), 'utf8'));
    const sound = decodeSound(path.join(DEMO, name, media));
    const { cues } = readSubtitles(readFileSync(path.join(DEMO, name, subtitles[0].file), 'utf8'));
    const lines = cues.map(({ start, end, text }) => {
      const [first, last] = [start, end].map((ms) => (ms * SAMPLE_RATE) / 1000) as [number, number];
      const { from, to } = findExtent(sound.subarray(first, last));
      return { start: start + from / (SAMPLE_RATE / 1000), end: start + to / (SAMPLE_RATE / 1000), text };
    });
    return { sound, lines };
  });

/** Finds lines in labelled speech, separated by pauses of at least 350 ms. */
export function findLines(labels: Uint8Array): Clip['lines'] {
  const lines: Clip['lines'] = [];
  const ms = 1000 / FRAMES_PER_SECOND;
  for (const [frame, flag] of labels.entries()) {
    const last = lines.at(-1);
    if (!flag) continue;
    if (last && frame * ms - last.end < 350) last.end = (frame + 1) * ms;
    else lines.push({ start: frame * ms, end: (frame + 1) * ms, text: '' });
  }
  return lines;
}

/** Finds the audible range of samples: within 45 dB of the loudest 5 ms, and above the recording's own noise. */
function findExtent(samples: Float32Array): { from: number; to: number } {
  const size = SAMPLE_RATE / 200;
  const levels = Array.from({ length: Math.floor(samples.length / size) }, (_, i) =>
    Math.hypot(...samples.subarray(i * size, (i + 1) * size)),
  );
  const hiss = quantile(levels, 0.05) * 10 ** (12 / 20);
  const min = Math.max(hiss, Math.max(...levels) * 10 ** (-45 / 20));
  const isHeard = (level: number) => level > min;
  return { from: levels.findIndex(isHeard) * size, to: (levels.findLastIndex(isHeard) + 1) * size };
}
