import type { SoundKind } from './clip.ts';
import { SAMPLE_RATE } from './speak.ts';

/** Seconds since the sound's start to a sample from -1 to 1. */
type Wave = (seconds: number) => number;

/** The samples of a sound effect, computed from sines and noise. */
export function soundOf(kind: SoundKind): Float32Array {
  switch (kind) {
    case 'chime':
      return sampled(2.6, chime([659, 523, 587, 392], 0.32));
    case 'bell':
      return sampled(2.4, (t) => bell(t) + (t > 0.8 ? bell(t - 0.8) : 0));
    case 'meow':
      return sampled(0.75, meow);
    case 'train-leaves':
      return sampled(
        4,
        rumble((t) => Math.min(1, t * 3) * Math.max(0, 1 - t / 4) ** 1.5),
      );
    case 'train-arrives':
      return sampled(
        3,
        rumble((t) => Math.min(1, t / 1.2) * Math.min(1, Math.max(0, 3 - t) / 1.4)),
      );
  }
}

function sampled(seconds: number, wave: Wave): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, i) => wave(i / SAMPLE_RATE));
}

function sine(hertz: number, t: number): number {
  return Math.sin(2 * Math.PI * hertz * t);
}

function chime(notes: number[], step: number): Wave {
  return (t) =>
    notes.reduce((sum, hertz, i) => {
      const since = t - i * step;
      return since < 0
        ? sum
        : sum + 0.1 * Math.exp(-since * 3.2) * (sine(hertz, since) + 0.3 * sine(2 * hertz, since));
    }, 0);
}

function bell(t: number): number {
  const partials = [1, 2, 2.4, 3, 4.5];
  return partials.reduce((sum, ratio, i) => sum + 0.05 * Math.exp(-t * (2 + i)) * sine(330 * ratio, t), 0);
}

/** A falling buzz whose formant opens and closes, as a cat's mouth does. */
function meow(t: number): number {
  const share = t / 0.75;
  const hertz = 560 + 190 * Math.sin(Math.PI * Math.min(1, share * 1.3)) - 120 * share;
  const formant = 900 + 1300 * Math.sin(Math.PI * share);
  let sum = 0;
  for (let harmonic = 1; harmonic <= 6; harmonic++) {
    const distance = (harmonic * hertz - formant) / 700;
    sum += (sine(hertz * harmonic, t) * (0.2 + Math.exp(-distance * distance))) / harmonic;
  }
  return 0.14 * sum * Math.sin(Math.PI * share) ** 0.7;
}

/** Dark noise with the double beat of wheels on rail joints. */
function rumble(envelope: Wave): Wave {
  let seed = 7;
  let dark = 0;
  return (t) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    dark += 0.06 * (seed / 1_073_741_824 - 1 - dark);
    const beat = t % 0.62;
    const knock = Math.exp(-beat * 26) + (beat > 0.16 ? Math.exp(-(beat - 0.16) * 26) : 0);
    return envelope(t) * (0.5 * dark + 0.06 * knock * sine(92, t));
  };
}
