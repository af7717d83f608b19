import type { SpeechFrames, TurnState as VoiceState } from '@sayback/speech';
import { createListeners } from '../../../media/listeners.ts';
import { isMeasured, type Take } from '../analysis/take.ts';
import { LEVEL_MS, MicrophoneError, type Recording } from '../recording/recorder.ts';
import { compareTake } from './compare-take.ts';
import { createLevels } from './levels.ts';
import type { TurnDeps, TurnLine, TurnSnapshot } from './turn-deps.ts';
import {
  initialTurn,
  type Sound,
  stepTurn,
  type TurnCommand,
  type TurnEvent,
  type TurnState,
} from './turn-machine.ts';

/** Ends a turn that the engine can't end: after twice the line's length plus this many seconds. */
const UNHEARD_S = 3;
/** Equal to the number stored per line. */
const MAX_TAKES = 3;
const NOTHING_SAID: VoiceState = {
  phase: 'waiting',
  reason: null,
  start: null,
  end: null,
  countdown: null,
  level: null,
};
/**
 * Milliseconds after an automatic end within which Again means that the turn ended too early, and extra seconds that later turns
 * then wait.
 */
const CUT_OFF_MS = 2000;
const MORE_PATIENCE_S = 0.7;
/** Milliseconds for which the microphone stays open after the automatic end of a turn that covered only part of its line. */
const LISTEN_ON_MS = 1000;
const MAX_PATIENCE_S = 2.1;

type OpenRecording = Recording & { spokenLine: TurnLine; signal: AbortSignal };

export type Turn = ReturnType<typeof createTurn>;

/** Runs the state machine of recorded turns with a microphone, the speech engine and a player. */
export function createTurn(deps: TurnDeps, records: boolean, after: TurnState['after']) {
  let state = initialTurn(records, after);
  let line: TurnLine | null = null;
  let voice = NOTHING_SAID;
  let original: SpeechFrames | null = null;
  let take: Take | null = null;
  let takes: readonly Take[] = [];
  /** Time at which the result was shown, for a turn ended by the engine. */
  let endedAt = Number.NEGATIVE_INFINITY;
  let snapshot = view();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opening = new AbortController();
  let recording: OpenRecording | null = null;
  let stopListeningOn = () => {};
  /** Milliseconds of sound heard since the turn ended. */
  let listenedOnMs = 0;
  const measuring = new Set<Promise<void>>();
  let sounding = new AbortController();
  const levels = createLevels();
  const listeners = createListeners();
  const waiting: TurnEvent[] = [];
  let isDispatching = false;

  function view(): TurnSnapshot {
    const { phase, records, problem } = state;
    const countdown = phase.name === 'recording' ? voice.countdown : null;
    return {
      phase,
      records,
      problem,
      voice: voice.phase,
      start: voice.start,
      countdown,
      original,
      take,
      takes,
    };
  }

  function publish(): void {
    const next = view();
    const isSame = (Object.keys(next) as (keyof TurnSnapshot)[]).every((key) => next[key] === snapshot[key]);
    if (isSame) return;
    snapshot = next;
    listeners.notify();
  }

  function dispatch(event: TurnEvent): void {
    if (event.type === 'again' && Date.now() - endedAt < CUT_OFF_MS) waitLonger();
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

  function waitLonger(): void {
    deps.learn({ patience: Math.min(MAX_PATIENCE_S, deps.habits().patience + MORE_PATIENCE_S) });
  }

  function run(command: TurnCommand, before: TurnState['phase']): void {
    switch (command.type) {
      case 'open-microphone':
        void open();
        break;
      case 'close-microphone':
        close(command.isSaved);
        break;
      case 'finish-recording':
        listenOn();
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
    const spokenLine = line;
    if (!spokenLine) return;
    voice = NOTHING_SAID;
    take = null;
    endedAt = Number.NEGATIVE_INFINITY;
    levels.clear();
    const read: { line?: SpeechFrames } = {};
    original = null;
    void spokenLine.sound.then((sound) => {
      if (!isMeasured(sound)) return;
      read.line = sound.frames;
      if (signal.aborted || opening.signal !== signal) return;
      original = sound.frames;
      publish();
    });
    try {
      const onLost = () => dispatch({ type: 'microphone-problem', problem: 'unplugged' });
      const opened = await deps.open(
        deps.deviceId(),
        { onBlock: (block) => void hear(block, signal), onLost },
        signal,
      );
      if (signal.aborted) return void opened.close();
      recording = { ...opened, spokenLine, signal };
      deps.speech.start(opened.sampleRate, { ...read, lineSeconds: spokenLine.seconds, ...deps.habits() });
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
    if (recording?.signal !== signal) return;
    if (state.phase.name === 'processing') {
      const heard = await deps.speech.block(block).catch(() => null);
      if (recording?.signal !== signal) return;
      if (heard?.hasSpokenOn) voice = heard;
      listenedOnMs += (1000 * block.length) / recording.sampleRate;
      if (heard?.hasSpokenOn || listenedOnMs >= LISTEN_ON_MS) stopListeningOn();
      return;
    }
    const { sampleRate, spokenLine } = recording;
    levels.add(block, sampleRate);
    dispatch({ type: 'heartbeat', hasVoice: hasVoice() });
    const heard = await deps.speech.block(block).catch(() => null);
    if (recording?.signal !== signal || state.phase.name !== 'recording') return;
    voice = heard ?? voice;
    const unheardMs = 1000 * (2 * spokenLine.seconds + UNHEARD_S);
    const isOver = heard ? heard.phase === 'ended' : levels.all.length * LEVEL_MS > unheardMs;
    if (isOver) dispatch({ type: 'done', ...(heard?.isPartial && { isPartial: true }) });
    else publish();
  }

  /** Returns true if speech was detected by the engine; if the engine failed, judges by changes in loudness. */
  function hasVoice(): boolean {
    return voice === NOTHING_SAID ? levels.varyLikeVoice() : voice.start !== null;
  }

  /** Stops the tracks synchronously. */
  function close(isSaved: boolean): void {
    stopListeningOn();
    const closed = recording;
    recording = null;
    if (!isSaved || !closed) opening.abort();
    const sound = closed?.close();
    if (isSaved && closed && sound) process(measure(closed, sound));
  }

  /** Saves the recording. Its microphone stays open, only to detect whether the learner speaks on. */
  function listenOn(): void {
    const finished = recording;
    if (!finished) return;
    const listened = new Promise<void>((resolve) => {
      stopListeningOn = () => {
        stopListeningOn = () => {};
        clearTimeout(late);
        recording = null;
        void finished.close();
        resolve();
      };
      listenedOnMs = 0;
      // A busy device hears the second's sound later; a microphone that was muted sends none.
      const late = setTimeout(() => stopListeningOn(), 2 * LISTEN_ON_MS);
    });
    process(measure(finished, finished.finish(), listened));
  }

  function process(measured: Promise<void>): void {
    measuring.add(measured);
    void measured.finally(() => measuring.delete(measured));
  }

  /** Measures a take of the spoken line, even if another line is shown by then. Never rejects. */
  async function measure(
    { spokenLine, signal }: OpenRecording,
    sound: Promise<Blob | null>,
    listened?: Promise<void>,
  ): Promise<void> {
    const isShown = () => opening.signal === signal && line === spokenLine;
    const wasHeard = hasVoice();
    const { reason, level } = voice;
    const recorded = spokenLine.counter.record(wasHeard);
    const measuredFrames = deps.speech.finish().catch(() => null);
    const [blob, frames] = await Promise.all([sound.catch(() => null), measuredFrames, listened]);
    const isSaid = frames ? frames.speech.includes(1) : wasHeard;
    const spoken: Take | null =
      blob && isSaid
        ? { sound: blob, frames, original: null, words: [], compared: null, isMeasured: false }
        : null;
    if (isShown()) {
      take = spoken;
      const { hasSpokenOn } = voice;
      dispatch({ type: 'processed', hasSpeech: spoken !== null, ...(hasSpokenOn && { hasSpokenOn }) });
      if (hasSpokenOn) waitLonger();
      else if (reason === 'finished') endedAt = Date.now();
    }
    Object.assign(recorded, { take: spoken, hasVoice: spoken !== null });
    if (!spoken) {
      // The microphone may have changed.
      deps.learn({ voiceLevel: null });
      return spokenLine.counter.countRecording(recorded);
    }
    deps.onTake(spoken, spokenLine);
    const measured = { ...spoken, ...(await compareTake(deps.speech, spoken, spokenLine)), isMeasured: true };
    if (measured.compared?.isThisLine && level !== null) deps.learn({ voiceLevel: level });
    recorded.take = measured;
    spokenLine.counter.countRecording(recorded);
    if (!isShown()) return;
    take = measured;
    takes = [...takes, measured].slice(-MAX_TAKES);
    const { compared } = measured;
    const hasHint = Boolean(compared?.hint);
    dispatch({ type: 'compared', hasHint, isOtherLine: compared?.isThisLine === false });
  }

  async function play(sound: Exclude<Sound, 'original'>): Promise<void> {
    sounding = new AbortController();
    const { signal } = sounding;
    if (take && line) await deps.play(sound, take, line, signal).catch(() => undefined);
    if (!signal.aborted) dispatch({ type: 'sound-over' });
  }

  return {
    subscribe: listeners.add,
    getSnapshot: () => snapshot,
    /** dBFS of each {@link LEVEL_MS} of this turn so far. */
    levels: levels.all,
    dispatch,
    /** Shows one of the line's takes. */
    chooseTake(at: number): void {
      dispatch({ type: 'silence' });
      take = takes[at] ?? take;
      publish();
    },
    /** Starts the learner's turn. */
    start(spokenLine: TurnLine): void {
      if (line?.takeKey !== spokenLine.takeKey) takes = [];
      line = spokenLine;
      take = null;
      dispatch({ type: 'turn', isLast: spokenLine.isLast });
    },
    /** Stops playback and recording. Resolves once all speech is measured. */
    async close(): Promise<void> {
      dispatch({ type: 'left' });
      listeners.clear();
      await Promise.all(measuring);
    },
  };
}
