import type { SpeechFrames } from '../analyse.ts';
import { COEFFICIENTS } from '../frames/mfcc.ts';
import { HIGHEST_PITCH_HZ, LOWEST_PITCH_HZ } from '../pitch/yin.ts';

/** Bytes per frame: loudness with the speech flag, pitch, and coefficients. That is 1.4 kB per second. */
export const BYTES_PER_FRAME = 2 + COEFFICIENTS;
const VERSION = 1;
const LOUDNESS_STEP_DB = 0.75;
const PITCH_STEPS = 254;
const OCTAVES = Math.log2(HIGHEST_PITCH_HZ / LOWEST_PITCH_HZ);
// Quantisation step in dB. One byte is enough, since c1 of speech is below 127 dB.
const COEFFICIENT_STEP = 1;

/**
 * Encodes a line's frames as bytes: a version, then {@link BYTES_PER_FRAME} for each frame. Quantises pitch in steps of 16 cents.
 */
export function encodeProfile({ loudness, pitch, speech, mfcc }: SpeechFrames): Uint8Array {
  const bytes = new Uint8Array(1 + loudness.length * BYTES_PER_FRAME);
  const signed = new Int8Array(bytes.buffer);
  bytes[0] = VERSION;
  for (let frame = 0; frame < loudness.length; frame++) {
    const offset = 1 + frame * BYTES_PER_FRAME;
    const level = clamp(Math.round(-(loudness[frame] as number) / LOUDNESS_STEP_DB), 0, 127);
    bytes[offset] = 2 * level + (speech[frame] as number);
    bytes[offset + 1] = toPitchStep(pitch[frame] as number);
    for (let coefficient = 0; coefficient < COEFFICIENTS; coefficient++) {
      signed[offset + 2 + coefficient] = clamp(
        Math.round((mfcc[frame * COEFFICIENTS + coefficient] as number) / COEFFICIENT_STEP),
        -127,
        127,
      );
    }
  }
  return bytes;
}

/** Decodes the bytes of {@link encodeProfile}. Throws a RangeError for any other bytes. */
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
    const offset = 1 + frame * BYTES_PER_FRAME;
    const loudnessByte = bytes[offset] as number;
    profile.loudness[frame] = -(loudnessByte >> 1) * LOUDNESS_STEP_DB;
    profile.speech[frame] = loudnessByte & 1;
    profile.pitch[frame] = pitchFromStep(bytes[offset + 1] as number);
    for (let coefficient = 0; coefficient < COEFFICIENTS; coefficient++) {
      profile.mfcc[frame * COEFFICIENTS + coefficient] =
        (signed[offset + 2 + coefficient] as number) * COEFFICIENT_STEP;
    }
  }
  return profile;
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** Quantises a frame's pitch: 0 if unvoiced, otherwise 1 to 255. */
const toPitchStep = (hz: number): number =>
  hz > 0
    ? 1 + clamp(Math.round((PITCH_STEPS * Math.log2(hz / LOWEST_PITCH_HZ)) / OCTAVES), 0, PITCH_STEPS)
    : 0;

const pitchFromStep = (step: number): number =>
  step === 0 ? 0 : LOWEST_PITCH_HZ * 2 ** ((OCTAVES * (step - 1)) / PITCH_STEPS);
