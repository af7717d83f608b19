import type { SpeechFrames } from '../analyse.ts';
import { MEL_BANDS } from '../frames/mel.ts';
import { COEFFICIENTS } from '../frames/mfcc.ts';
import { percentiles } from './excess.ts';

// All limits are midway between tones and speech in the bench's tuned half (docs/speech.md).

/** Minimum spread of the low coefficients, dB: a voice articulates. */
const MIN_SPREAD_DB = 7;
const LOW_COEFFICIENTS = 6;

/** Minimum distance between the loudest and the quietest fifth of the frames, dB: a voice rises and falls. */
const MIN_RANGE_DB = 0.6;

/**
 * Maximum share of frames with a steady pitch, within this many cents over 50 ms: a voice glides and hisses, unlike notes and
 * bells.
 */
const MAX_STEADY_SHARE = 0.45;
const STEADY_CENTS = 4;
const GLIDE_FRAMES = 5;

/** Share of a whistle's power outside its strongest bands: a voice has harmonics. */
const MIN_SHARE_BESIDE = 10 ** -2.7;
const BANDS_BESIDE = 2;
/** Share of the quietest frames that represent the room. */
const ROOM_SHARE = 0.1;
/** Share of frames that must be this pure. */
const PURE_SHARE = 0.8;

/**
 * Returns true if the speech found in a recording is a tone: a hum, a bell, a whistle, notes. A voice changes its sound and its
 * loudness, glides and has harmonics. Takes the mel levels from which the frames were computed.
 */
export function isTone(frames: SpeechFrames, mel: Float32Array): boolean {
  if (!frames.speech.includes(1)) return false;
  return (
    spreadOf(frames) < MIN_SPREAD_DB ||
    rangeOf(frames) < MIN_RANGE_DB ||
    hasSteadyPitch(frames) ||
    isPure(frames, mel)
  );
}

/** Returns the total spread of the speech's low coefficients, dB. */
function spreadOf({ speech, mfcc }: Pick<SpeechFrames, 'speech' | 'mfcc'>): number {
  let variance = 0;
  for (let c = 0; c < LOW_COEFFICIENTS; c++) {
    const values = mfcc.filter((_, i) => i % COEFFICIENTS === c && speech[Math.floor(i / COEFFICIENTS)]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    variance += values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  }
  return Math.sqrt(variance);
}

function rangeOf({ speech, loudness }: Pick<SpeechFrames, 'speech' | 'loudness'>): number {
  const levels = loudness.filter((_, frame) => speech[frame]).sort();
  const at = (share: number) => levels[Math.floor(share * (levels.length - 1))] as number;
  return at(0.8) - at(0.2);
}

function hasSteadyPitch({ speech, pitch }: Pick<SpeechFrames, 'speech' | 'pitch'>): boolean {
  let steady = 0;
  let frames = 0;
  for (let frame = 0; frame < speech.length; frame++) {
    if (!speech[frame]) continue;
    const [from, to] = [pitch[frame] as number, pitch[frame + GLIDE_FRAMES] ?? 0];
    frames++;
    if (from > 0 && to > 0 && Math.abs(1200 * Math.log2(to / from)) < STEADY_CENTS) steady++;
  }
  return steady >= MAX_STEADY_SHARE * frames;
}

/** Returns true if all power above the room's is in the few bands around each frame's strongest one. */
function isPure({ speech }: Pick<SpeechFrames, 'speech'>, mel: Float32Array): boolean {
  const floor = percentiles(mel, 0, speech.length, ROOM_SHARE).map(powerOf);
  let frames = 0;
  let pure = 0;
  for (let frame = 0; frame < speech.length; frame++) {
    if (!speech[frame]) continue;
    const powers = mel
      .subarray(frame * MEL_BANDS, (frame + 1) * MEL_BANDS)
      .map((level, band) => Math.max(0, powerOf(level) - 2 * (floor[band] as number)));
    const strongest = powers.indexOf(Math.max(...powers));
    const near = powers.subarray(Math.max(0, strongest - BANDS_BESIDE), strongest + BANDS_BESIDE + 1);
    frames++;
    if (1 - sumOf(near) / sumOf(powers) < MIN_SHARE_BESIDE) pure++;
  }
  return pure >= PURE_SHARE * frames;
}

const powerOf = (level: number): number => 10 ** (level / 10);
const sumOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0);
