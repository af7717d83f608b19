import type { ReactNode } from 'react';

/** Action of the main button in a turn. Without an icon, it stops. */
export type Finish = { label: string; icon?: ReactNode; run: () => void };

/** Changes that a recorded turn makes to the screen around it. */
export type TurnControls = {
  /** The learner is recorded: turns end when they have spoken. */
  records: boolean;
  /** Current state in words; null as without a recording. */
  label: string | null;
  icon: ReactNode;
  /** The main key's action, before it goes on: the microphone is open, or the line is still covered. */
  finish: Finish | null;
  /** The turn's task is over, and the line may be read. */
  isDone: boolean;
  /** Plays the recording and the original in turn. */
  compare: (() => void) | null;
  /** Before the video sounds. */
  silence: () => void;
  /** Ends what records, sounds, or is about to go on. */
  end: () => void;
  /** Plays the line once more within the turn; absent where that starts the turn again. */
  hearAgain?: () => void;
  /** Chooses what the turn offers by a number, from 1 on; absent: digits change the way. */
  choose?: (number: number) => void;
  /** Shown below the line. */
  below?: ReactNode;
  /** Takes the element in which the turn draws the line itself; absent: its text is shown. */
  lineSlot?: (element: HTMLElement | null) => void;
};
