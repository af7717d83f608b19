import type { videos } from '@sayback/contract';
import type { PracticeLine } from '../../player/practice-lines.ts';
import type { Turn } from '../turn.ts';
import type { TurnSnapshot } from '../turn-deps.ts';
import type { Sound } from '../turn-machine.ts';

export type PhaseProps = {
  account: string;
  video: videos.Video;
  line: PracticeLine;
  /** Null until recording is enabled. */
  turn: Turn | null;
  turnSnapshot: TurnSnapshot;
  /** True if the learner can read the original now. */
  showsText: boolean;
  /** Plays sounds one after the other; without any, stops the current one. */
  listen: (...sounds: Sound[]) => void;
  /** Records the line once more. */
  again: () => void;
  /** Opens the settings at the microphone test. */
  checkMicrophone: () => void;
  /** True if takes and the original play more slowly. */
  isSlow: boolean;
  setSlow: (isSlow: boolean) => void;
  onReport: () => void;
};
