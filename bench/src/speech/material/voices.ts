import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SAMPLE_RATE } from '@sayback/speech';

export type Spoken = {
  samples: Float32Array;
  /** Start of each word, in seconds. */
  words: number[];
  phonemes: string[];
};

type Job = { voice: string; rate: number; text: string };

/** Synthesises speech with espeak-ng. Requires Debian's libespeak-ng1 and python3. */
export function speakWithEspeak(jobs: readonly Job[]): Spoken[] {
  const out = execFileSync('python3', [path.join(import.meta.dirname, 'synthesise.py')], {
    input: jobs.map((job) => JSON.stringify(job)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return out
    .trim()
    .split('\n')
    .map((line) => {
      const { sound, words, phonemes, sampleRate } = JSON.parse(line);
      return {
        samples: resample(readPcm(Buffer.from(sound, 'base64')), sampleRate / SAMPLE_RATE),
        words,
        phonemes,
      };
    });
}

/** Synthesises speech with flite, an unrelated synthesiser, optionally with settings. */
export function speakWithFlite(
  voice: string,
  text: string,
  settings: Record<string, number> = {},
): Float32Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'speech-'));
  const file = path.join(folder, 'said.wav');
  try {
    const set = Object.entries(settings).flatMap(([name, value]) => ['--setf', `${name}=${value}`]);
    execFileSync('flite', ['-voice', voice, ...set, '-t', text, '-o', file]);
    const wav = readFileSync(file);
    return resample(readPcm(wav.subarray(44)), wav.readUInt32LE(24) / SAMPLE_RATE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Decodes a file, or raw input of a format. */
export function decodeSound(file: string, raw?: { format: string; input: Buffer }): Float32Array {
  const format = raw ? ['-f', raw.format] : [];
  const pcm = execFileSync(
    'ffmpeg',
    ['-v', 'error', ...format, '-i', file, '-ac', '1', '-ar', `${SAMPLE_RATE}`, '-f', 's16le', '-'],
    { input: raw?.input, maxBuffer: 2 ** 30 },
  );
  return readPcm(pcm);
}

const readPcm = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i) / 32_768);

/**
 * Resamples at every `step`th position, interpolated by a windowed sinc. A step above 1 shortens the sound; frequencies that
 * would alias are filtered.
 */
export function resample(samples: Float32Array, step: number): Float32Array {
  if (step === 1) return samples;
  const cutoff = Math.min(1, 1 / step) * 0.95;
  const reach = Math.ceil(12 / cutoff);
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    const centre = i * step;
    let sum = 0;
    for (let at = Math.ceil(centre - reach); at <= centre + reach; at++) {
      const t = at - centre;
      const sinc = t === 0 ? cutoff : Math.sin(Math.PI * cutoff * t) / (Math.PI * t);
      sum += (samples[at] ?? 0) * sinc * (0.5 + 0.5 * Math.cos((Math.PI * t) / reach));
    }
    return sum;
  });
}
