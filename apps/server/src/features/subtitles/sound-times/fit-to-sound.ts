import { fitTimes, type SoundTimes } from '@sayback/speech';
import { type Cue, spokenCues } from '@sayback/subtitles';

/** Fits cues to the scores of a film's speech, in a worker thread. Null if they are inconclusive. */
export const fitToSound = ({ scores, cues }: { scores: Uint8Array; cues: Cue[] }): SoundTimes | null =>
  fitTimes(scores, spokenCues(cues));
