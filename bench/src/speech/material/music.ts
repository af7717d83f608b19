import { SAMPLE_RATE } from '@sayback/speech';
import { rms, scale } from '../../../../packages/speech/src/testing/noise.ts';
import { createGaussian, createRandom } from '../../../../packages/speech/src/testing/random.ts';

/** Synthesises music with a root mean square of 1: chords, a bass, a melody, and for odd seeds a beat. */
export function makeMusic(length: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const gaussian = createGaussian(createRandom(seed + 1));
  const out = new Float32Array(length);
  const beat = 0.35 + 0.35 * random();
  const key = 48 + Math.floor(random() * 12);

  function play(at: number, midi: number, seconds: number, gain: number, decay: number, held: number): void {
    const hz = 440 * 2 ** ((midi - 69) / 12);
    const from = Math.round(at * SAMPLE_RATE);
    const count = Math.round(seconds * SAMPLE_RATE);
    const harmonics = Math.min(8, Math.floor(7000 / hz));
    for (let i = 0; i < count && from + i < length; i++) {
      const t = i / SAMPLE_RATE;
      const envelope =
        Math.min(1, t / 0.02) * (held + (1 - held) * Math.exp(-t / decay)) * Math.min(1, (count - i) / 400);
      let sum = 0;
      for (let n = 1; n <= harmonics; n++) sum += Math.sin(2 * Math.PI * hz * n * t) / n ** 1.3;
      out[from + i] = (out[from + i] as number) + gain * envelope * sum;
    }
  }

  for (let b = 0; b * beat < length / SAMPLE_RATE; b++) {
    const root = key + ([0, 5, 7, 0, 9, 5, 7, 0][Math.floor(b / 4) % 8] as number);
    if (b % 4 === 0)
      for (const interval of [0, 4, 7]) play(b * beat, root + interval, 4 * beat + 0.1, 0.5, 1.5, 0.5);
    if (b % 2 === 0) play(b * beat, root - 12, 2 * beat, 0.7, 0.6, 0.2);
    const step = [0, 2, 4, 7, 9][Math.floor(random() * 5)] as number;
    if (random() < 0.7) play(b * beat, root + 12 + step, beat * (1 + random()), 0.4, 0.4, 0.1);
    const from = Math.round(b * beat * SAMPLE_RATE);
    for (let i = 0; seed % 2 && i < 1600 && from + i < length; i++) {
      out[from + i] = (out[from + i] as number) + 0.3 * gaussian() * Math.exp(-i / 400);
    }
  }
  return scale(out, 1 / rms(out));
}

/**
 * Synthesises different music with a root mean square of 1: strings with vibrato, a walking bass, plucked strings (Karplus &
 * Strong 1983) and, except for every third seed, a drum kit.
 */
export function makeBand(length: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const gaussian = createGaussian(createRandom(seed + 1));
  const out = new Float32Array(length);
  const beat = 60 / (80 + 60 * random());
  const key = 45 + Math.floor(random() * 12);
  const [third, seventh] = random() < 0.5 ? [3, 10] : [4, 11];
  const hasDrums = seed % 3 !== 0;
  const toHz = (midi: number) => 440 * 2 ** ((midi - 69) / 12);
  const add = (at: number, seconds: number, sampleOf: (t: number) => number): void => {
    const from = Math.round(at * SAMPLE_RATE);
    const count = Math.min(Math.round(seconds * SAMPLE_RATE), length - from);
    for (let i = 0; i < count; i++) out[from + i] = (out[from + i] as number) + sampleOf(i / SAMPLE_RATE);
  };

  function bow(at: number, midi: number, seconds: number): void {
    const hz = toHz(midi);
    const wobble = 5 + random();
    const depth = 0.008 * random();
    add(at, seconds, (t) => {
      const phase =
        2 * Math.PI * hz * (t + (depth / (2 * Math.PI * wobble)) * Math.sin(2 * Math.PI * wobble * t));
      let sum = 0;
      for (let n = 1; n <= 10 && n * hz < 6000; n++) sum += Math.sin(n * phase) / n;
      return 0.25 * sum * Math.min(1, t / 0.15, (seconds - t) / 0.1);
    });
  }

  function pluck(at: number, midi: number): void {
    const period = Math.round(SAMPLE_RATE / toHz(midi));
    const string = Float32Array.from({ length: period }, gaussian);
    let place = 0;
    add(at, 1.2, () => {
      const next = (place + 1) % period;
      const sample = string[place] as number;
      string[place] = 0.498 * (sample + (string[next] as number));
      place = next;
      return 0.35 * sample;
    });
  }

  function drum(at: number, half: number): void {
    if (half % 4 === 0)
      add(
        at,
        0.18,
        (t) => 1.2 * Math.sin(2 * Math.PI * (50 * t - 3 * Math.exp(-t / 0.03))) * Math.exp(-t / 0.06),
      );
    if (half % 4 === 2)
      add(at, 0.2, (t) => (0.5 * gaussian() + 0.4 * Math.sin(2 * Math.PI * 185 * t)) * Math.exp(-t / 0.07));
    let before = 0;
    add(at, 0.06, (t) => {
      const noise = gaussian();
      const high = noise - before;
      before = noise;
      return 0.15 * high * Math.exp(-t / 0.02);
    });
  }

  const roots = [0, 9, 5, 7];
  for (let half = 0; (half * beat) / 2 < length / SAMPLE_RATE; half++) {
    const at = (half * beat) / 2;
    const root = key + (roots[Math.floor(half / 8) % 4] as number);
    if (half % 8 === 0)
      for (const interval of [12, 12 + third, 19, 12 + seventh]) bow(at, root + interval, 4 * beat);
    if (half % 2 === 0) {
      const hz = toHz(root - 5 + ([0, 4, 7, 5][(half / 2) % 4] as number));
      add(
        at,
        beat,
        (t) =>
          0.6 * (Math.sin(2 * Math.PI * hz * t) + 0.3 * Math.sin(4 * Math.PI * hz * t)) * Math.exp(-t / 0.3),
      );
    }
    if (random() < 0.6) pluck(at, root + 24 + ([0, third, 7, seventh][Math.floor(4 * random())] as number));
    if (hasDrums) drum(at, half);
  }
  return scale(out, 1 / rms(out));
}
