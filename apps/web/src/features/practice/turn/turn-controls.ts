import type { ReactNode } from 'react';

/** Action of the main button in a turn. Without an icon, it stops. */
export type Finish = { label: string; icon?: ReactNode; run: () => void };

/** Changes that a recorded turn makes to the surrounding screen. */
export type TurnControls = {
  /** True if turns are recorded: they end after the learner has spoken. */
  isRecordingOn: boolean;
  /** Label of the current state; null for the usual one. */
  label: string | null;
  icon: ReactNode;
  /** Action of the main button while the microphone is open or the line is hidden; null if the button continues. */
  finish: Finish | null;
  /** True once the turn's task is done and the line can be read. */
  isDone: boolean;
  /** Plays the recording and the original alternately. */
  compare: (() => void) | null;
  /** Called before the video plays. */
  yieldAudio: () => void;
  /** Stops recording, playback, and a pending auto-advance. */
  stop: () => void;
  /** Replays the line in its turn; absent if that restarts the turn. */
  replay?: () => void;
  /** Chooses one of the turn's options by its number, from 1. Absent: digits change the practice mode. */
  choose?: (number: number) => void;
  /** Shown below the line. */
  belowLine?: ReactNode;
  /** Receives the element in which the turn renders the line. Absent: the panel shows the line's text. */
  lineSlot?: (element: HTMLElement | null) => void;
};
