import { fitTimes, type SoundTimes } from '@sayback/speech';
import { type Cue, spokenCues } from '@sayback/subtitles';

/** Fits cues to speech scores, in a worker thread. Returns null if the scores are inconclusive. */
export const fitToSound = ({ scores, cues }: { scores: Uint8Array; cues: Cue[] }): SoundTimes | null =>
  fitTimes(scores, spokenCues(cues));
