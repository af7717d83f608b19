import { framesOf, melFramesOf, type SpeechFrames } from './analyse.ts';
import { liveFrames } from './frames/live-frames.ts';
import { isTone } from './voice-activity/is-tone.ts';
import { liveVoiceActivity } from './voice-activity/live-voice-activity.ts';
import { flagsOf, runsOf } from './voice-activity/runs.ts';

/**
 * Analyses a learner's recording (mono, 16 kHz). Only the live detector's speech (`live`: its flags, one per frame) counts,
 * so that a turn and its take agree; if all of it is a tone, there is no speech.
 */
export function analyseTake(samples: Float32Array, live = liveSpeechOf(samples)): SpeechFrames {
  const mel = melFramesOf(samples);
  const frames = framesOf(samples, mel);
  const { length } = frames.speech;
  const isHeard = ({ from, to }: { from: number; to: number }) => live.subarray(from, to).includes(1);
  const speech = flagsOf(runsOf(frames.speech).filter(isHeard), length);
  const take = { ...frames, speech };
  return isTone(take, mel) ? { ...frames, speech: new Uint8Array(length) } : take;
}

function liveSpeechOf(samples: Float32Array): Uint8Array {
  const activity = liveVoiceActivity();
  const flags: number[] = [];
  for (const frame of liveFrames()(samples)) {
    const { speech, since, retracted } = activity(frame);
    flags.push(speech ? 1 : 0);
    if (speech) flags.fill(1, flags.length - 1 - since);
    if (retracted > 0) flags.fill(0, flags.length - 1 - retracted);
  }
  return Uint8Array.from(flags);
}
