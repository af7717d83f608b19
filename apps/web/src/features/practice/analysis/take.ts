import type { SpeechFrames, WordTime } from '@sayback/speech';
import type { RecordedTake } from '../recording/take-sound.ts';
import type { ComparisonResult } from './speech-worker.ts';

/** The original's frames, and those of the neighbouring lines. */
export type LineSound = { frames: SpeechFrames; neighbours: readonly SpeechFrames[] };

export type Take = RecordedTake & {
  /** The original's sound: `making` while the server measures it, null if there is none. */
  original: LineSound | 'making' | null;
  words: readonly WordTime[];
  compared: ComparisonResult | null;
  /** True once the original is loaded and, if possible, compared. */
  isMeasured: boolean;
};

export const isMeasured = (sound: LineSound | 'making' | null): sound is LineSound =>
  sound !== null && sound !== 'making';
