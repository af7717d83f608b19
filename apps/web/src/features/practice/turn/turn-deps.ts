import type { SpeechFrames, TurnOptions, TurnState as VoiceState } from '@sayback/speech';
import type { Speech } from '../analysis/speech.ts';
import type { LineSound, Take } from '../analysis/take.ts';
import type { TurnCounter } from '../attempts/turn-counter.ts';
import type { openRecording } from '../recording/recorder.ts';
import type { Sound, TurnState } from './turn-machine.ts';

/** The line of a turn. A take belongs to it until it is stored, even if the current line changes. */
export type TurnLine = {
  isLast: boolean;
  seconds: number;
  text: string;
  language: string;
  hasTones: boolean;
  account: string;
  videoId: number;
  /** The key under which its takes are stored. */
  takeKey: string;
  /** Counts this turn at the line. */
  counter: TurnCounter<Take>;
  /** Resolves with null if the original can't be measured. */
  sound: Promise<LineSound | 'making' | null>;
  /** Resolves with the original at 16 kHz; null if it can't be read. */
  samples: () => Promise<Float32Array | null>;
};

/** The turn's state for rendering: the same object until one of its values changes. */
export type TurnSnapshot = Pick<TurnState, 'phase' | 'isRecordingOn' | 'problem'> & {
  voice: VoiceState['phase'];
  /** Last seconds before a turn without speech ends; null before. */
  countdown: number | null;
  /** The original's frames; null while unknown. */
  original: SpeechFrames | null;
  /** Seconds from the opening of the microphone to the first word; null before it. */
  start: number | null;
  /** This turn's take, once recorded. */
  take: Take | null;
  /** The line's last takes, in order; `take` is the selected one. */
  takes: readonly Take[];
};

/** A learner's speaking habits. */
export type Habits = Required<Pick<TurnOptions, 'patience' | 'voiceLevel'>>;

export type TurnDeps = {
  open: typeof openRecording;
  speech: Speech;
  deviceId: () => string | null;
  /** The learner's habits, stored on this device. */
  habits: () => Habits;
  learn: (changes: Partial<Habits>) => void;
  /** Plays a sound. Resolves at its end, or when aborted. */
  play: (sound: Exclude<Sound, 'original'>, take: Take, line: TurnLine, signal: AbortSignal) => Promise<void>;
  /** Plays the line in the video; the event `video-ended` follows. */
  playOriginal: () => void;
  stopOriginal: () => void;
  advance: () => void;
  /** Called once for each take, before it is compared. The current line can be another one by then. */
  onTake: (take: Take, line: TurnLine) => void;
};
