import type { videos } from '@sayback/contract';
import type { PracticeLine } from '../../player/practice-lines.ts';
import type { Turn, TurnSnapshot } from '../turn.ts';
import type { Sound } from '../turn-machine.ts';

/** Passed to the component of each phase of a turn. */
export type PhaseProps = {
  account: string;
  video: videos.Video;
  line: PracticeLine;
  /** Null as long as nothing is recorded. */
  turn: Turn | null;
  turnSnapshot: TurnSnapshot;
  /** The original may be read by now. */
  showsText: boolean;
  /** Plays one after the other; stops what sounds if there is none. */
  listen: (...sounds: Sound[]) => void;
  /** Records the line once more. */
  again: () => void;
  /** Opens the settings at the microphone's test. */
  checkMicrophone: () => void;
  setSlow: (isSlow: boolean) => void;
  onReport: () => void;
};
