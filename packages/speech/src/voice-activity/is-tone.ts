import type { SpeechFrames } from '../analyse.ts';
import { MEL_BANDS } from '../frames/mel.ts';
import { COEFFICIENTS } from '../frames/mfcc.ts';
import { percentiles } from './snr.ts';

// Each limit is midway between tones and speech in the bench's tuned half (docs/speech.md).

/** Minimum spread of the low coefficients in dB, since articulation varies the spectrum. */
const MIN_SPREAD_DB = 7;
const LOW_COEFFICIENTS = 6;

/** Minimum distance in dB between the loudest and the quietest fifth of the frames, since a voice varies in loudness. */
const MIN_RANGE_DB = 0.6;

/**
 * Maximum share of frames whose pitch changes by less than `STEADY_CENTS` in 50 ms: the pitch of a voice glides, unlike notes and
 * bells.
 */
const MAX_STEADY_SHARE = 0.45;
const STEADY_CENTS = 4;
const GLIDE_FRAMES = 5;

/** Minimum share of power outside the strongest bands: unlike a whistle, a voice has harmonics. */
const MIN_OTHER_SHARE = 10 ** -2.7;
const NEARBY_BANDS = 2;
/** Quantile of the levels that defines the room's noise. */
const ROOM_QUANTILE = 0.1;
/** Minimum share of frames with a pure tone in a whistle. */
const PURE_SHARE = 0.8;

/**
 * Returns true if the detected speech of a recording is actually a tone: a hum, a bell, a whistle or notes. A voice varies in
 * spectrum, loudness and pitch, and has harmonics. `mel` are the levels from which the frames were computed.
 */
export function isTone(frames: SpeechFrames, mel: Float32Array): boolean {
  if (!frames.speech.includes(1)) return false;
  return (
    measureSpread(frames) < MIN_SPREAD_DB ||
    measureRange(frames) < MIN_RANGE_DB ||
    hasSteadyPitch(frames) ||
    isPure(frames, mel)
  );
}

/** Returns the total spread of the low coefficients over the speech frames, in dB. */
function measureSpread({ speech, mfcc }: Pick<SpeechFrames, 'speech' | 'mfcc'>): number {
  let variance = 0;
  for (let coefficient = 0; coefficient < LOW_COEFFICIENTS; coefficient++) {
    const values = mfcc.filter(
      (_, i) => i % COEFFICIENTS === coefficient && speech[Math.floor(i / COEFFICIENTS)],
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    variance += values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  }
  return Math.sqrt(variance);
}

function measureRange({ speech, loudness }: Pick<SpeechFrames, 'speech' | 'loudness'>): number {
  const levels = loudness.filter((_, frame) => speech[frame]).sort();
  const quantile = (fraction: number) => levels[Math.floor(fraction * (levels.length - 1))] as number;
  return quantile(0.8) - quantile(0.2);
}

function hasSteadyPitch({ speech, pitch }: Pick<SpeechFrames, 'speech' | 'pitch'>): boolean {
  let steadyFrames = 0;
  let frames = 0;
  for (let frame = 0; frame < speech.length; frame++) {
    if (!speech[frame]) continue;
    const [from, to] = [pitch[frame] as number, pitch[frame + GLIDE_FRAMES] ?? 0];
    frames++;
    if (from > 0 && to > 0 && Math.abs(1200 * Math.log2(to / from)) < STEADY_CENTS) steadyFrames++;
  }
  return steadyFrames >= MAX_STEADY_SHARE * frames;
}

/** Returns true if nearly all power above the room's is in the few bands around each frame's strongest band. */
function isPure({ speech }: Pick<SpeechFrames, 'speech'>, mel: Float32Array): boolean {
  const floor = percentiles(mel, 0, speech.length, ROOM_QUANTILE).map(toPower);
  let frames = 0;
  let pureFrames = 0;
  for (let frame = 0; frame < speech.length; frame++) {
    if (!speech[frame]) continue;
    const powers = mel
      .subarray(frame * MEL_BANDS, (frame + 1) * MEL_BANDS)
      .map((level, band) => Math.max(0, toPower(level) - 2 * (floor[band] as number)));
    const strongest = powers.indexOf(Math.max(...powers));
    const strongBands = powers.subarray(Math.max(0, strongest - NEARBY_BANDS), strongest + NEARBY_BANDS + 1);
    frames++;
    if (1 - sum(strongBands) / sum(powers) < MIN_OTHER_SHARE) pureFrames++;
  }
  return pureFrames >= PURE_SHARE * frames;
}

const toPower = (level: number): number => 10 ** (level / 10);
const sum = (values: Float32Array): number => values.reduce((total, value) => total + value, 0);
