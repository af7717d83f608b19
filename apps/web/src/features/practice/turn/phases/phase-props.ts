import type { videos } from '@sayback/contract';
import type { PracticeLine } from '../../player/practice-lines.ts';
import type { Turn } from '../turn.ts';
import type { TurnSnapshot } from '../turn-deps.ts';
import type { Sound } from '../turn-machine.ts';

/** Passed to the component of each phase of a turn. */
export type PhaseProps = {
  account: string;
  video: videos.Video;
  line: PracticeLine;
  /** Null until recording is enabled. */
  turn: Turn | null;
  turnSnapshot: TurnSnapshot;
  /** True if the learner may read the original now. */
  showsText: boolean;
  /** Plays sounds in turn; without any, stops the current sound. */
  listen: (...sounds: Sound[]) => void;
  /** Records the line once more. */
  again: () => void;
  /** Opens the settings at the microphone test. */
  checkMicrophone: () => void;
  setSlow: (isSlow: boolean) => void;
  onReport: () => void;
};
