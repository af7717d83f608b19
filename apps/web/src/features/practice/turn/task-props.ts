import type { practice, videos } from '@sayback/contract';
import type { PracticeMode } from '../modes/modes.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeSession } from '../practice-session.ts';
import type { TurnControls } from './turn-controls.ts';

export type SavedReview = { grade: practice.Grade; id: string };

export type TaskProps = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  video: videos.Video;
  session: PracticeSession;
  mode: PracticeMode;
  /** The player's volume, 0 to 1. */
  volume: number;
  /** True if the learner can read the original now. */
  showsText: boolean;
  onControls: (controls: TurnControls | null) => void;
  /** Opens the settings at the microphone test. */
  onCheckMicrophone: () => void;
  /** Set for a task that grades itself and continues with its result: a single review, even if the line is repeated. */
  answer?: { review: SavedReview | null; onReview: (review: SavedReview) => void; onContinue: () => void };
};
