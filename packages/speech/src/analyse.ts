import { centreOf, countFrames } from './frames/framing.ts';
import { loudnessOf } from './frames/loudness.ts';
import { MEL_BANDS, melSpectrum } from './frames/mel.ts';
import { mfccOf } from './frames/mfcc.ts';
import { pitchOf } from './pitch/pitch.ts';
import { detectSpeech } from './voice-activity/detect-speech.ts';
import { unsteadyMel } from './voice-activity/unsteady-mel.ts';

/** Features of a sound: one value per 10 ms frame (twelve for `mfcc`). */
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

/** Analyses mono sound at 16 kHz. */
export const analyse = (samples: Float32Array): SpeechFrames => framesOf(samples, melFramesOf(samples));

/** {@link analyse}, for known mel levels. */
export function framesOf(samples: Float32Array, mel: Float32Array): SpeechFrames {
  const speech = detectSpeech(mel, () => unsteadyMel(samples));
  return { loudness: loudnessOf(samples), pitch: pitchOf(samples, speech), speech, mfcc: mfccOf(mel) };
}

/** Returns a sound's mel band levels, frame by frame, dB. */
export function melFramesOf(samples: Float32Array): Float32Array {
  const frames = countFrames(samples.length);
  const write = melSpectrum();
  const mel = new Float32Array(frames * MEL_BANDS);
  for (let frame = 0; frame < frames; frame++) write(samples, centreOf(frame), mel, frame * MEL_BANDS);
  return mel;
}
