import { countFrames, frameCentre } from './frames/framing.ts';
import { computeLoudness } from './frames/loudness.ts';
import { createMelSpectrum, MEL_BANDS } from './frames/mel.ts';
import { computeMfcc } from './frames/mfcc.ts';
import { computePitch } from './pitch/pitch.ts';
import { detectSpeech } from './voice-activity/detect-speech.ts';
import { unsteadyMel } from './voice-activity/unsteady-mel.ts';

/** Features of a recording, with one value per 10 ms frame (twelve for `mfcc`). */
export type SpeechFrames = {
  /** dBFS. */
  loudness: Float32Array;
  /** Hz, 0 if unvoiced. */
  pitch: Float32Array;
  /** 1 for speech. */
  speech: Uint8Array;
  /** Coefficients c1 to c12, frame by frame. */
  mfcc: Float32Array;
};

/** Extracts the features of mono audio at 16 kHz. */
export const analyse = (samples: Float32Array): SpeechFrames => computeFrames(samples, computeMel(samples));

/** Extracts the features of mono audio at 16 kHz from precomputed mel levels. */
export function computeFrames(samples: Float32Array, mel: Float32Array): SpeechFrames {
  const speech = detectSpeech(mel, () => unsteadyMel(samples));
  return {
    loudness: computeLoudness(samples),
    pitch: computePitch(samples, speech),
    speech,
    mfcc: computeMfcc(mel),
  };
}

/** Returns the level of each mel band in each frame, in dB. */
export function computeMel(samples: Float32Array): Float32Array {
  const frames = countFrames(samples.length);
  const write = createMelSpectrum();
  const mel = new Float32Array(frames * MEL_BANDS);
  for (let frame = 0; frame < frames; frame++) write(samples, frameCentre(frame), mel, frame * MEL_BANDS);
  return mel;
}
