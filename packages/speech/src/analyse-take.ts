import { framesOf, melFramesOf, type SpeechFrames } from './analyse.ts';
import { isTone } from './voice-activity/is-tone.ts';

/** Analyses what a learner recorded (mono, 16 kHz): where all that is heard is a tone, nothing was said. */
export function analyseTake(samples: Float32Array): SpeechFrames {
  const mel = melFramesOf(samples);
  const frames = framesOf(samples, mel);
  return isTone(frames, mel) ? { ...frames, speech: new Uint8Array(frames.speech.length) } : frames;
}
