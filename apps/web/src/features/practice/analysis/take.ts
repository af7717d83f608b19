import type { SpeechFrames, WordTime } from '@sayback/speech';
import type { HeardTake } from '../recording/take-sound.ts';
import type { Compared } from './speech-worker.ts';

/** The original's frames, and those of the lines around it. */
export type LineSound = { frames: SpeechFrames; neighbours: readonly SpeechFrames[] };

export type Take = HeardTake & {
  /** `making`: the server is measuring it. */
  original: LineSound | 'making' | null;
  /** The original's sound; null without one. */
  words: readonly WordTime[];
  compared: Compared | null;
  /** The original was looked for, and compared where it can be. */
  isMeasured: boolean;
};

export const isMeasured = (sound: LineSound | 'making' | null): sound is LineSound =>
  sound !== null && sound !== 'making';
