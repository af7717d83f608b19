import { listenToTurn, SAMPLE_RATE } from '@sayback/speech';
import {
  addNoise,
  concatenate,
  makeNoise,
  rms,
  scale,
  silence,
} from '../../../../packages/speech/src/testing/noise.ts';
import { createGaussian, createRandom } from '../../../../packages/speech/src/testing/random.ts';
import { measureSpeechLevel } from '../material/mixtures.ts';
import { makeBand, makeMusic } from '../material/music.ts';
import { makeTune } from '../material/tunes.ts';
import type { SpokenLine, TurnHalf } from './spoken-lines.ts';

const EACH = 12;
const SECONDS = 13;
/** Root mean square of the learner's voice. */
const VOICE = 0.05;

/** Makes several sounds of each kind without the learner's voice, with room noise 35 or 20 dB below it. */
export function makeLoneSounds(
  lines: readonly SpokenLine[],
  { name, seed }: Pick<TurnHalf, 'name' | 'seed'>,
): { kind: string; sound: Float32Array }[] {
  const random = createRandom(seed);
  const length = SECONDS * SAMPLE_RATE;
  const makers: Record<string, (index: number) => Float32Array> = {
    noise: (index) => scale(makeNoise(index % 2 ? 'white' : 'pink', length, seed + index), VOICE * 0.5),
    music: (index) => scale(makeMusic(length, seed + index), VOICE * 0.5),
    'a band': (index) => scale(makeBand(length, seed + index), VOICE * 0.5),
    tunes: (index) => scale(makeTune(name, length, seed + index), VOICE * 0.5),
    typing: () =>
      placeSounds(
        length,
        Array.from({ length: 30 }, () => 12 * random()),
        () => makeBang(0.03, 0.005, random),
      ),
    'a cough': () => placeSounds(length, [1 + 6 * random()], () => makeCough(random)),
    'a neighbour at −20 dB': (index) => {
      const { take } = lines[(7 * index) % lines.length] as SpokenLine;
      return placeSounds(length, [1 + 4 * random()], () =>
        scale(take, (0.1 * VOICE) / measureSpeechLevel(take)),
      );
    },
  };
  return Object.entries(makers).flatMap(([kind, make]) =>
    Array.from({ length: EACH }, (_, index) => {
      const noise = makeNoise('pink', length, seed + 31 * index);
      return { kind, sound: addNoise(make(index), noise, VOICE * 10 ** (-(index % 2 ? 35 : 20) / 20)) };
    }),
  );
}

/** Returns the level that the listener measures for the learner's voice, to compare with a neighbour's. */
export function measureLearnerLevel(lines: readonly SpokenLine[]): number | null {
  const listener = listenToTurn();
  const { take } = lines[0] as SpokenLine;
  return listener.feed(concatenate(silence(0.5), scale(take, VOICE / measureSpeechLevel(take)), silence(3)))
    .level;
}

function placeSounds(length: number, seconds: readonly number[], make: () => Float32Array): Float32Array {
  const out = new Float32Array(length);
  for (const second of seconds) {
    const from = Math.round(second * SAMPLE_RATE);
    for (const [i, sample] of make().entries())
      if (from + i < length) out[from + i] = (out[from + i] as number) + sample;
  }
  return out;
}

function makeBang(seconds: number, decay: number, random: () => number): Float32Array {
  const gaussian = createGaussian(random);
  return Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, i) => 3 * VOICE * gaussian() * Math.exp(-i / SAMPLE_RATE / decay),
  );
}

/** Makes a cough: a burst, rushing air, and a short falling voice (Korpáš et al. 1996). */
function makeCough(random: () => number): Float32Array {
  const gaussian = createGaussian(random);
  const hz = 120 + 180 * random();
  const voiced = 0.06 + 0.12 * random();
  const air = concatenate(
    makeBang(0.05, 0.02, random),
    Float32Array.from({ length: 0.2 * SAMPLE_RATE }, () => 0.6 * VOICE * gaussian()),
  );
  let phase = 0;
  const voice = Float32Array.from({ length: Math.round(voiced * SAMPLE_RATE) }, (_, i) => {
    const t = i / SAMPLE_RATE;
    phase += (2 * Math.PI * hz * (1 - 0.3 * (t / voiced))) / SAMPLE_RATE;
    const sum = [1, 0.8, 0.6, 0.5, 0.4, 0.3].reduce(
      (all, gain, n) => all + gain * Math.sin((n + 1) * phase),
      0,
    );
    return VOICE * (sum + 0.4 * gaussian()) * Math.min(1, (voiced - t) / 0.04);
  });
  const spoken = concatenate(air, voice);
  return concatenate(scale(spoken, VOICE / rms(spoken)), silence(0.05));
}
