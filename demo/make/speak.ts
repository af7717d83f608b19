import type { Voice } from './clip.ts';
import { run } from './programs.ts';

/** Samples a second of everything that is computed here: espeak-ng's own rate. */
export const SAMPLE_RATE = 22_050;

/** Root mean square of a voice: about -19 LUFS over a clip with its pauses. */
export const LOUDNESS = 0.16;

const SILENCE = 0.012;

/** Speaks `text` and returns its samples (-1 to 1), without silence at the ends, evenly loud. */
export async function speak(text: string, voice: Voice): Promise<Float32Array> {
  const args = [
    '-v',
    voice.name,
    '-s',
    `${voice.wordsPerMinute}`,
    '-p',
    `${voice.pitch}`,
    '--stdin',
    '--stdout',
  ];
  const wav = await run('espeak-ng', args, [Buffer.from(text)]);
  return evenlyLoud(withoutSilentEnds(samplesOf(wav)));
}

function samplesOf(wav: Buffer): Float32Array {
  if (wav.readUInt32LE(24) !== SAMPLE_RATE) throw new Error(`espeak-ng spoke at ${wav.readUInt32LE(24)} Hz`);
  // The sizes in the header are wrong when espeak-ng writes to a pipe: the data is what follows.
  const start = wav.indexOf('data') + 8;
  const samples = new Float32Array((wav.length - start) >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = wav.readInt16LE(start + 2 * i) / 32_768;
  return samples;
}

function withoutSilentEnds(samples: Float32Array): Float32Array {
  const loud = (sample: number) => Math.abs(sample) > SILENCE;
  const first = samples.findIndex(loud);
  if (first < 0) throw new Error('espeak-ng spoke nothing but silence');
  return samples.slice(first, samples.findLastIndex(loud) + 1);
}

function evenlyLoud(samples: Float32Array): Float32Array {
  const voiced = samples.filter((sample) => Math.abs(sample) > SILENCE);
  const gain = LOUDNESS / Math.sqrt(voiced.reduce((sum, sample) => sum + sample * sample, 0) / voiced.length);
  // tanh keeps a sharp consonant from clipping.
  return samples.map((sample) => Math.tanh(sample * gain));
}
