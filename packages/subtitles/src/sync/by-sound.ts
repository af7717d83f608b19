import { isSpeech } from '../align/tracks/speech.ts';
import type { Cue } from '../cues/cue.ts';
import { findJumpSteps, moveCues, type Retimed } from './apply-steps.ts';
import { applySteps, type Steps } from './fit-steps.ts';

// Accuracy of times found from the audio.
const MAX_ERROR_MS = 120;

/** Returns the cues that are spoken or sung, sorted by start, for comparison with a film's audio. */
export const spokenCues = (cues: readonly Cue[]): Cue[] =>
  cues.filter(({ text }) => isSpeech(text)).sort((a, b) => a.start - b.start);

/** Moves cues to the times found from the audio (ms). If they are already in sync, they are unchanged and `changed` is false. */
export function applyBySound(cues: readonly Cue[], times: Steps): Retimed & { changed: boolean } {
  const move = (ms: number) => applySteps(times, ms);
  if (cues.some(({ start }) => Math.abs(move(start) - start) > MAX_ERROR_MS))
    return { ...moveCues(cues, move, times.scale), ...findJumpSteps(times), changed: true };
  return { cues: [...cues], undo: [], offset: 0, scale: 1, jumps: [], changed: false };
}
