import { type SpeechFrames, type TurnState as VoiceState, type WordTime, wordTimes } from '@sayback/speech';
import { createListeners } from '../../../media/listeners.ts';
import { MicrophoneError, type openRecording, type Recording } from './recorder.ts';
import type { Speech } from './speech.ts';
import type { Compared } from './speech-worker.ts';
import type { HeardTake } from './take-sound.ts';
import {
  initialTurn,
  type Sound,
  stepTurn,
  type TurnCommand,
  type TurnEvent,
  type TurnState,
} from './turn-machine.ts';

/** What is known of the line that is said. */
export type TurnLine = {
  isLast: boolean;
  seconds: number;
  text: string;
  language: string;
  hasTones: boolean;
  /** Resolves with null where nothing can be measured of the original. */
  sound: Promise<LineSound | null>;
};

/** The original's frames, and those of the lines around it. */
export type LineSound = { frames: SpeechFrames; neighbours: readonly SpeechFrames[] };

export type Take = HeardTake & {
  original: LineSound | null;
  /** Of the original; none without its sound. */
  words: readonly WordTime[];
  compared: Compared | null;
  /** The original was looked for, and compared where it can be. */
  isMeasured: boolean;
};

/** What a screen shows. The same object as long as nothing in it has changed. */
export type TurnSnapshot = Pick<TurnState, 'phase' | 'records' | 'problem'> & {
  voice: VoiceState['phase'];
  /** Of this turn, once it was recorded. */
  take: Take | null;
};

export type TurnDeps = {
  open: typeof openRecording;
  speech: Speech;
  deviceId: () => string | null;
  /** Resolves at the end, and when it is aborted. */
  play: (sound: Exclude<Sound, 'original'>, take: Take, signal: AbortSignal) => Promise<void>;
  /** The video's own sound: its end is reported by `sound-over`. */
  playOriginal: () => void;
  stopOriginal: () => void;
  goOn: () => void;
  onTake: (take: Take) => void;
};

/** Milliseconds of a column of the level meter. */
export const LEVEL_MS = 16;
const NOTHING_SAID: VoiceState = { phase: 'waiting', reason: null, start: null, end: null };

export type Turn = ReturnType<typeof createTurn>;

/** Runs the machine of recorded turns on a microphone, the speech engine and whatever plays. */
export function createTurn(deps: TurnDeps, records: boolean, after: TurnState['after']) {
  let state = initialTurn(records, after);
  let line: TurnLine | null = null;
  let voice = NOTHING_SAID;
  let take: Take | null = null;
  let snapshot = view();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opening = new AbortController();
  let recording: Recording | null = null;
  let sounding = new AbortController();
  const levels: number[] = [];
  const listeners = createListeners();
  const waiting: TurnEvent[] = [];
  let isDispatching = false;

  function view(): TurnSnapshot {
    return { phase: state.phase, records: state.records, problem: state.problem, voice: voice.phase, take };
  }

  function publish(): void {
    const next = view();
    const isSame = (Object.keys(next) as (keyof TurnSnapshot)[]).every((key) => next[key] === snapshot[key]);
    if (isSame) return;
    snapshot = next;
    listeners.notify();
  }

  function dispatch(event: TurnEvent): void {
    waiting.push(event);
    if (isDispatching) return;
    isDispatching = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { state: reached, commands } = stepTurn(state, next);
        const before = state.phase;
        state = reached;
        for (const command of commands) run(command, before);
      }
    } finally {
      isDispatching = false;
    }
    publish();
  }

  function run(command: TurnCommand, before: TurnState['phase']): void {
    switch (command.type) {
      case 'open-microphone':
        void open();
        break;
      case 'close-microphone':
        close(command.isSaved);
        break;
      case 'play':
        if (command.sound === 'original') deps.playOriginal();
        else void play(command.sound);
        break;
      case 'stop-sound':
        sounding.abort();
        if (before.name === 'playing' && before.sound === 'original') deps.stopOriginal();
        break;
      case 'go-on':
        deps.goOn();
        break;
      case 'alarm':
        clearTimeout(timer);
        if (command.after !== null) timer = setTimeout(() => dispatch({ type: 'alarm' }), command.after);
        break;
    }
  }

  async function open(): Promise<void> {
    opening = new AbortController();
    const { signal } = opening;
    const said = line;
    voice = NOTHING_SAID;
    take = null;
    levels.length = 0;
    const read: { line?: SpeechFrames } = {};
    void said?.sound.then((sound) => Object.assign(read, sound && { line: sound.frames }));
    try {
      const onLost = () => dispatch({ type: 'microphone-problem', problem: 'unplugged' });
      const opened = await deps.open(
        deps.deviceId(),
        { onBlock: (block) => void hear(block, signal), onLost },
        signal,
      );
      if (signal.aborted) return void opened.close();
      recording = opened;
      deps.speech.start(opened.sampleRate, {
        ...read,
        ...(said && { lineSeconds: said.seconds }),
      });
      dispatch({ type: 'opened' });
    } catch (error) {
      if (signal.aborted) return;
      dispatch({
        type: 'microphone-problem',
        problem: error instanceof MicrophoneError ? error.problem : 'unsupported',
      });
    }
  }

  async function hear(block: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    if (!recording || signal.aborted) return;
    addLevels(block, recording.sampleRate);
    const heard = await deps.speech.block(block);
    if (signal.aborted || state.phase.name !== 'recording') return;
    voice = heard;
    dispatch({ type: heard.phase === 'ended' ? 'done' : 'heartbeat' });
  }

  function addLevels(block: Float32Array, sampleRate: number): void {
    const size = Math.round((sampleRate * LEVEL_MS) / 1000);
    for (let from = 0; from + size <= block.length; from += size) {
      const power =
        block.subarray(from, from + size).reduce((sum, sample) => sum + sample * sample, 0) / size;
      levels.push(10 * Math.log10(power + 1e-10));
    }
  }

  /** The tracks are stopped before it returns. */
  function close(isSaved: boolean): void {
    const closed = recording;
    recording = null;
    if (!isSaved || !closed) opening.abort();
    const sound = closed?.close();
    if (isSaved && sound) void measure(sound, opening.signal);
  }

  async function measure(sound: Promise<Blob | null>, signal: AbortSignal): Promise<void> {
    const said = line;
    const [blob, frames] = await Promise.all([sound, deps.speech.finish()]).catch(
      () => [null, null] as const,
    );
    if (signal.aborted || said !== line) return;
    const heard = blob !== null && frames?.speech.includes(1) === true;
    if (heard) take = { sound: blob, frames, original: null, words: [], compared: null, isMeasured: false };
    dispatch({ type: 'kept', heard });
    if (!take || !said) return;
    const original = await said.sound;
    const words = original ? wordTimes(said.text, said.language, original.frames.speech) : [];
    const compared = original && (await compare(take, original, words, said).catch(() => null));
    const measured = { ...take, original, words, compared, isMeasured: true };
    deps.onTake(measured);
    if (said !== line || signal.aborted) return;
    take = measured;
    publish();
  }

  const compare = (
    { frames }: Take,
    original: LineSound,
    words: readonly WordTime[],
    { hasTones }: TurnLine,
  ) =>
    deps.speech.compare({
      take: frames,
      original: original.frames,
      neighbours: original.neighbours,
      words,
      hasTones,
    });

  async function play(sound: Exclude<Sound, 'original'>): Promise<void> {
    sounding = new AbortController();
    const { signal } = sounding;
    if (take) await deps.play(sound, take, signal).catch(() => undefined);
    if (!signal.aborted) dispatch({ type: 'sound-over' });
  }

  return {
    subscribe: listeners.add,
    getSnapshot: () => snapshot,
    /** dBFS of each {@link LEVEL_MS} of this turn so far. */
    levels: levels as readonly number[],
    dispatch,
    /** The learner's turn came. */
    start(said: TurnLine): void {
      line = said;
      take = null;
      dispatch({ type: 'turn', isLast: said.isLast });
    },
    /** Nothing sounds or listens afterwards. */
    close(): void {
      dispatch({ type: 'left' });
      listeners.clear();
    },
  };
}
