import type { practice, videos } from '@sayback/contract';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeSession } from '../practice-session.ts';
import type { Way } from '../ways/ways.ts';
import type { TurnControls } from './turn-controls.ts';

/** Passed to the component of each task of a turn. */
export type TaskProps = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  video: videos.Video;
  session: PracticeSession;
  way: Way;
  /** The player's volume, 0 to 1. */
  volume: number;
  /** The original may be read by now. */
  showsText: boolean;
  onControls: (controls: TurnControls | null) => void;
  /** Opens the settings at the microphone's test. */
  onCheckMicrophone: () => void;
  /** For a task that grades itself: the learner goes on after the review of that id, which was given already. */
  onAnswered?: (grade: practice.Grade, reviewId: string) => void;
};
