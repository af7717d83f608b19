import { computeFrames, computeMel, type SpeechFrames } from './analyse.ts';
import { createLiveFrames } from './frames/live-frames.ts';
import { isTone } from './voice-activity/is-tone.ts';
import { createVoiceDetector } from './voice-activity/live-voice-activity.ts';
import { findRuns, runsToFlags } from './voice-activity/runs.ts';

/**
 * Analyses a learner's recording (mono, 16 kHz). A frame counts as speech only if the live detector flagged it too (`live`, one
 * flag per frame), so that the turn and its recording agree. A recording of nothing but a tone has no speech.
 */
export function analyseTake(samples: Float32Array, live = detectLiveSpeech(samples)): SpeechFrames {
  const mel = computeMel(samples);
  const frames = computeFrames(samples, mel);
  const { length } = frames.speech;
  const isDetectedLive = ({ from, to }: { from: number; to: number }) => live.subarray(from, to).includes(1);
  const speech = runsToFlags(findRuns(frames.speech).filter(isDetectedLive), length);
  const take = { ...frames, speech };
  return isTone(take, mel) ? { ...frames, speech: new Uint8Array(length) } : take;
}

function detectLiveSpeech(samples: Float32Array): Uint8Array {
  const detectVoice = createVoiceDetector();
  const flags: number[] = [];
  for (const frame of createLiveFrames()(samples)) {
    const { speech, earlierFrames, retracted } = detectVoice(frame);
    flags.push(speech ? 1 : 0);
    if (speech) flags.fill(1, flags.length - 1 - earlierFrames);
    if (retracted > 0) flags.fill(0, flags.length - 1 - retracted);
  }
  return Uint8Array.from(flags);
}
