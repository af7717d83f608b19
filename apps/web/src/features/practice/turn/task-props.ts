import type { practice, videos } from '@sayback/contract';
import type { PracticeMode } from '../modes/modes.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeSession } from '../practice-session.ts';
import type { TurnControls } from './turn-controls.ts';

/** A review of the line that already counts, and its id. */
export type SavedReview = { grade: practice.Grade; id: string };

/** Passed to the component of each task of a turn. */
export type TaskProps = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  video: videos.Video;
  session: PracticeSession;
  mode: PracticeMode;
  /** The player's volume, 0 to 1. */
  volume: number;
  /** True if the original may be read now. */
  showsText: boolean;
  onControls: (controls: TurnControls | null) => void;
  /** Opens the settings at the microphone test. */
  onCheckMicrophone: () => void;
  /** For a task that grades automatically and moves on with an answer: one review, however often the line is repeated. */
  answer?: { review: SavedReview | null; onReview: (review: SavedReview) => void; goOn: () => void };
};
