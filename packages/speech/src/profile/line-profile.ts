import type { SpeechFrames } from '../analyse.ts';
import { COEFFICIENTS } from '../frames/mfcc.ts';
import { HIGHEST_PITCH_HZ, LOWEST_PITCH_HZ } from '../pitch/yin.ts';

/** Bytes per frame: loudness with speech, pitch, coefficients. 1.4 kB a second. */
export const BYTES_PER_FRAME = 2 + COEFFICIENTS;
const VERSION = 1;
const LOUDNESS_STEP_DB = 0.75;
const PITCH_STEPS = 254;
const OCTAVES = Math.log2(HIGHEST_PITCH_HZ / LOWEST_PITCH_HZ);
// Coefficients in steps of 1 dB: c1 of speech stays below 127.
const COEFFICIENT_STEP = 1;

/** Encodes a line's frames as bytes: a version, then {@link BYTES_PER_FRAME} for each frame. Pitch in steps of 16 cents. */
export function encodeProfile({ loudness, pitch, speech, mfcc }: SpeechFrames): Uint8Array {
  const bytes = new Uint8Array(1 + loudness.length * BYTES_PER_FRAME);
  const signed = new Int8Array(bytes.buffer);
  bytes[0] = VERSION;
  for (let frame = 0; frame < loudness.length; frame++) {
    const at = 1 + frame * BYTES_PER_FRAME;
    const level = limit(Math.round(-(loudness[frame] as number) / LOUDNESS_STEP_DB), 0, 127);
    bytes[at] = 2 * level + (speech[frame] as number);
    bytes[at + 1] = pitchStep(pitch[frame] as number);
    for (let c = 0; c < COEFFICIENTS; c++) {
      signed[at + 2 + c] = limit(
        Math.round((mfcc[frame * COEFFICIENTS + c] as number) / COEFFICIENT_STEP),
        -127,
        127,
      );
    }
  }
  return bytes;
}

/** Reads {@link encodeProfile}'s bytes. Throws a RangeError for anything else. */
export function decodeProfile(bytes: Uint8Array): SpeechFrames {
  const frames = (bytes.length - 1) / BYTES_PER_FRAME;
  if (bytes[0] !== VERSION || !Number.isInteger(frames)) throw new RangeError('This is not a line profile.');
  const signed = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const profile: SpeechFrames = {
    loudness: new Float32Array(frames),
    pitch: new Float32Array(frames),
    speech: new Uint8Array(frames),
    mfcc: new Float32Array(frames * COEFFICIENTS),
  };
  for (let frame = 0; frame < frames; frame++) {
    const at = 1 + frame * BYTES_PER_FRAME;
    const first = bytes[at] as number;
    profile.loudness[frame] = -(first >> 1) * LOUDNESS_STEP_DB;
    profile.speech[frame] = first & 1;
    profile.pitch[frame] = pitchOfStep(bytes[at + 1] as number);
    for (let c = 0; c < COEFFICIENTS; c++) {
      profile.mfcc[frame * COEFFICIENTS + c] = (signed[at + 2 + c] as number) * COEFFICIENT_STEP;
    }
  }
  return profile;
}

const limit = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Returns 0 for unvoiced, otherwise 1 to 255. */
const pitchStep = (hz: number): number =>
  hz > 0
    ? 1 + limit(Math.round((PITCH_STEPS * Math.log2(hz / LOWEST_PITCH_HZ)) / OCTAVES), 0, PITCH_STEPS)
    : 0;

const pitchOfStep = (step: number): number =>
  step === 0 ? 0 : LOWEST_PITCH_HZ * 2 ** ((OCTAVES * (step - 1)) / PITCH_STEPS);
