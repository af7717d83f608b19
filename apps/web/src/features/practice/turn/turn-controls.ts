import type { ReactNode } from 'react';

/** Action of the main button in a turn. Without an icon, it stops. */
export type Finish = { label: string; icon?: ReactNode; run: () => void };

/** Changes that a recorded turn makes to the surrounding screen. */
export type TurnControls = {
  /** True if the learner is recorded: turns end after they have spoken. */
  isRecorded: boolean;
  /** Current state in words; null for the same as without a recording. */
  label: string | null;
  icon: ReactNode;
  /** Action of the main key while the microphone is open or the line is still hidden; null if it just continues. */
  finish: Finish | null;
  /** True once the turn's task is over and the line may be read. */
  isDone: boolean;
  /** Plays the recording and the original in turn. */
  compare: (() => void) | null;
  /** Called before the video plays sound. */
  silence: () => void;
  /** Stops recording, playback, and a pending auto-advance. */
  end: () => void;
  /** Replays the line within the turn; absent if that restarts the turn. */
  replay?: () => void;
  /** Chooses one of the turn's options by its number, from 1. Absent: digits change the practice mode. */
  choose?: (number: number) => void;
  /** Shown below the line. */
  below?: ReactNode;
  /** Receives the element in which the turn renders the line itself. Absent: the line's text is shown. */
  lineSlot?: (element: HTMLElement | null) => void;
};
