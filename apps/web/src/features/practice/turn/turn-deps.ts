import type { SpeechFrames, TurnOptions, TurnState as VoiceState } from '@sayback/speech';
import type { Speech } from '../analysis/speech.ts';
import type { LineSound, Take } from '../analysis/take.ts';
import type { TurnCounter } from '../attempts/turn-counter.ts';
import type { openRecording } from '../recording/recorder.ts';
import type { Sound, TurnState } from './turn-machine.ts';

/** The spoken line. A take belongs to it from the microphone to storage, even if the current line changes. */
export type TurnLine = {
  isLast: boolean;
  seconds: number;
  text: string;
  language: string;
  hasTones: boolean;
  /** The key under which its takes are stored. */
  account: string;
  videoId: number;
  takeKey: string;
  /** Counts this turn at the line. */
  counter: TurnCounter<Take>;
  /** Resolves with null if the original can't be measured. */
  sound: Promise<LineSound | 'making' | null>;
  /** Resolves with the original at 16 kHz; null if it can't be read. */
  samples: () => Promise<Float32Array | null>;
};

/** The turn's state for rendering. The same object unless something in it changes. */
export type TurnSnapshot = Pick<TurnState, 'phase' | 'records' | 'problem'> & {
  voice: VoiceState['phase'];
  /** Seconds until a turn without speech ends; null unless that is soon. */
  countdown: number | null;
  /** The line's frames, as far as they are known in this turn. */
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
  /** Plays the video's own sound: its end is reported by `video-over`. */
  playOriginal: () => void;
  stopOriginal: () => void;
  goOn: () => void;
  /** Called once for each take, before it is compared; the line may have changed by then. */
  onTake: (take: Take, line: TurnLine) => void;
};
