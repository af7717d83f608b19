import type { SpeechFrames, TurnState as VoiceState } from '@sayback/speech';
import { createListeners } from '../../../media/listeners.ts';
import { isMeasured, type Take } from '../analysis/take.ts';
import { LEVEL_MS, MicrophoneError, type Recording } from '../recording/recorder.ts';
import { compareTake } from './compare-take.ts';
import { createLevels } from './levels.ts';
import type { TurnDeps, TurnLine, TurnSnapshot } from './turn-deps.ts';
import {
  createTurnState,
  type Sound,
  stepTurn,
  type TurnCommand,
  type TurnEvent,
  type TurnState,
} from './turn-machine.ts';

/** A turn that the engine doesn't end is ended after twice the line's length plus these seconds. */
const EXTRA_SECONDS = 3;
/** The same as the number of stored takes per line. */
const MAX_TAKES = 3;
const NO_VOICE: VoiceState = {
  phase: 'waiting',
  reason: null,
  start: null,
  end: null,
  countdown: null,
  level: null,
};
/** If the learner presses Again in this time after an automatic end, the turn ended too early. Milliseconds. */
const CUT_OFF_MS = 2000;
/** Extra seconds that later turns then wait, and their limit. */
const PATIENCE_STEP_S = 0.7;
const MAX_PATIENCE_S = 2.1;
/** Time for which the microphone stays open after the automatic end of a turn with only part of its line. Milliseconds. */
const LISTENING_MS = 1000;

type OpenRecording = Recording & { spokenLine: TurnLine; signal: AbortSignal };

export type Turn = ReturnType<typeof createTurn>;

/** Runs the state machine of recorded turns with a microphone, the speech engine and a player. */
export function createTurn(deps: TurnDeps, isRecordingOn: boolean, after: TurnState['after']) {
  let state = createTurnState(isRecordingOn, after);
  let line: TurnLine | null = null;
  let voice = NO_VOICE;
  let original: SpeechFrames | null = null;
  let take: Take | null = null;
  let takes: readonly Take[] = [];
  /** Time at which the result of a turn that the engine ended was shown. */
  let resultShownAt = Number.NEGATIVE_INFINITY;
  let snapshot = createSnapshot();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opening = new AbortController();
  let recording: OpenRecording | null = null;
  let stopListening = () => {};
  /** Milliseconds of sound since the turn ended. */
  let listenedMs = 0;
  const measuring = new Set<Promise<void>>();
  let playback = new AbortController();
  const levels = createLevels();
  const listeners = createListeners();
  const queue: TurnEvent[] = [];
  let isDispatching = false;

  function createSnapshot(): TurnSnapshot {
    const { phase, isRecordingOn, problem } = state;
    const countdown = phase.name === 'recording' ? voice.countdown : null;
    return {
      phase,
      isRecordingOn,
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
    const next = createSnapshot();
    const isUnchanged = (Object.keys(next) as (keyof TurnSnapshot)[]).every(
      (key) => next[key] === snapshot[key],
    );
    if (isUnchanged) return;
    snapshot = next;
    listeners.notify();
  }

  function dispatch(event: TurnEvent): void {
    if (event.type === 'again' && Date.now() - resultShownAt < CUT_OFF_MS) increasePatience();
    queue.push(event);
    if (isDispatching) return;
    isDispatching = true;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { state: nextState, commands } = stepTurn(state, next);
        const before = state.phase;
        state = nextState;
        for (const command of commands) run(command, before);
      }
    } finally {
      isDispatching = false;
    }
    publish();
  }

  function increasePatience(): void {
    deps.learn({ patience: Math.min(MAX_PATIENCE_S, deps.habits().patience + PATIENCE_STEP_S) });
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
        finishRecording();
        break;
      case 'play':
        if (command.sound === 'original') deps.playOriginal();
        else void play(command.sound);
        break;
      case 'stop-sound':
        playback.abort();
        if (before.name === 'playing' && before.sound === 'original') deps.stopOriginal();
        break;
      case 'advance':
        deps.advance();
        break;
      case 'set-timer':
        clearTimeout(timer);
        if (command.delay !== null) timer = setTimeout(() => dispatch({ type: 'timeout' }), command.delay);
        break;
    }
  }

  async function open(): Promise<void> {
    opening = new AbortController();
    const { signal } = opening;
    const spokenLine = line;
    if (!spokenLine) return;
    voice = NO_VOICE;
    take = null;
    resultShownAt = Number.NEGATIVE_INFINITY;
    levels.clear();
    /** Passed to the engine, if the original is measured before the microphone opens. */
    const knownLine: { line?: SpeechFrames } = {};
    original = null;
    void spokenLine.sound.then((sound) => {
      if (!isMeasured(sound)) return;
      knownLine.line = sound.frames;
      if (signal.aborted || opening.signal !== signal) return;
      original = sound.frames;
      publish();
    });
    try {
      const onLost = () => dispatch({ type: 'microphone-problem', problem: 'unplugged' });
      const opened = await deps.open(
        deps.deviceId(),
        { onBlock: (block) => void processBlock(block, signal), onLost },
        signal,
      );
      if (signal.aborted) return void opened.close();
      recording = { ...opened, spokenLine, signal };
      deps.speech.start(opened.sampleRate, {
        ...knownLine,
        lineSeconds: spokenLine.seconds,
        ...deps.habits(),
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

  async function processBlock(block: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    if (recording?.signal !== signal) return;
    if (state.phase.name === 'processing') {
      const newVoice = await deps.speech.block(block).catch(() => null);
      if (recording?.signal !== signal) return;
      if (newVoice?.hasSpokenOn) voice = newVoice;
      listenedMs += (1000 * block.length) / recording.sampleRate;
      if (newVoice?.hasSpokenOn || listenedMs >= LISTENING_MS) stopListening();
      return;
    }
    const { sampleRate, spokenLine } = recording;
    levels.add(block, sampleRate);
    dispatch({ type: 'heartbeat', hasVoice: hasVoice() });
    const newVoice = await deps.speech.block(block).catch(() => null);
    if (recording?.signal !== signal || state.phase.name !== 'recording') return;
    voice = newVoice ?? voice;
    const maxMs = 1000 * (2 * spokenLine.seconds + EXTRA_SECONDS);
    const isOver = newVoice ? newVoice.phase === 'ended' : levels.all.length * LEVEL_MS > maxMs;
    if (isOver) dispatch({ type: 'done', ...(newVoice?.isPartial && { isPartial: true }) });
    else publish();
  }

  /** True if the engine detected speech or, if the engine failed, if the loudness varies as in speech. */
  function hasVoice(): boolean {
    return voice === NO_VOICE ? levels.varyLikeVoice() : voice.start !== null;
  }

  /** Closes the microphone synchronously. */
  function close(isSaved: boolean): void {
    stopListening();
    const closed = recording;
    recording = null;
    if (!isSaved || !closed) opening.abort();
    const sound = closed?.close();
    if (isSaved && closed && sound) track(measure(closed, sound));
  }

  /** Finishes the recording. The microphone stays open to detect whether the learner continues to speak. */
  function finishRecording(): void {
    const finished = recording;
    if (!finished) return;
    const listening = new Promise<void>((resolve) => {
      stopListening = () => {
        stopListening = () => {};
        clearTimeout(timeout);
        recording = null;
        void finished.close();
        resolve();
      };
      listenedMs = 0;
      // A busy device gets the sound later; a muted microphone sends none.
      const timeout = setTimeout(() => stopListening(), 2 * LISTENING_MS);
    });
    track(measure(finished, finished.finish(), listening));
  }

  function track(measurement: Promise<void>): void {
    measuring.add(measurement);
    void measurement.finally(() => measuring.delete(measurement));
  }

  /** Measures a take of its line, even if the current line has changed. Never rejects. */
  async function measure(
    { spokenLine, signal }: OpenRecording,
    sound: Promise<Blob | null>,
    listening?: Promise<void>,
  ): Promise<void> {
    const isCurrent = () => opening.signal === signal && line === spokenLine;
    const hadVoice = hasVoice();
    const { reason, level } = voice;
    const counted = spokenLine.counter.record(hadVoice);
    const measuredFrames = deps.speech.finish().catch(() => null);
    const [blob, frames] = await Promise.all([sound.catch(() => null), measuredFrames, listening]);
    const hasSpeech = frames ? frames.speech.includes(1) : hadVoice;
    const newTake: Take | null =
      blob && hasSpeech
        ? { sound: blob, frames, original: null, words: [], compared: null, isMeasured: false }
        : null;
    if (isCurrent()) {
      take = newTake;
      const { hasSpokenOn } = voice;
      dispatch({ type: 'processed', hasSpeech: newTake !== null, ...(hasSpokenOn && { hasSpokenOn }) });
      if (hasSpokenOn) increasePatience();
      else if (reason === 'finished') resultShownAt = Date.now();
    }
    Object.assign(counted, { take: newTake, hasVoice: newTake !== null });
    if (!newTake) {
      // The microphone could have changed.
      deps.learn({ voiceLevel: null });
      return spokenLine.counter.countRecording(counted);
    }
    deps.onTake(newTake, spokenLine);
    const measured = {
      ...newTake,
      ...(await compareTake(deps.speech, newTake, spokenLine)),
      isMeasured: true,
    };
    if (measured.compared?.isThisLine && level !== null) deps.learn({ voiceLevel: level });
    counted.take = measured;
    spokenLine.counter.countRecording(counted);
    if (!isCurrent()) return;
    take = measured;
    takes = [...takes, measured].slice(-MAX_TAKES);
    const { compared } = measured;
    const hasHint = Boolean(compared?.hint);
    dispatch({ type: 'compared', hasHint, isOtherLine: compared?.isThisLine === false });
  }

  async function play(sound: Exclude<Sound, 'original'>): Promise<void> {
    playback = new AbortController();
    const { signal } = playback;
    if (take && line) await deps.play(sound, take, line, signal).catch(() => undefined);
    if (!signal.aborted) dispatch({ type: 'sound-ended' });
  }

  return {
    subscribe: listeners.add,
    getSnapshot: () => snapshot,
    /** dBFS of each {@link LEVEL_MS} of this turn so far. */
    levels: levels.all,
    dispatch,
    /** Shows one of the line's takes. */
    chooseTake(index: number): void {
      dispatch({ type: 'yield-audio' });
      take = takes[index] ?? take;
      publish();
    },
    /** Starts a line's turn. A blocked one isn't recorded until the learner presses Again. */
    start(spokenLine: TurnLine, isBlocked = false): void {
      // The settings' dialog can replace the line during its turn, whose result stays.
      if (isBlocked && line?.counter === spokenLine.counter) return;
      if (line?.takeKey !== spokenLine.takeKey) takes = [];
      line = spokenLine;
      take = null;
      dispatch({ type: 'turn', isLast: spokenLine.isLast, ...(isBlocked && { isBlocked }) });
    },
    /** Stops playback and recording. Resolves once all takes are measured. */
    async close(): Promise<void> {
      dispatch({ type: 'leave' });
      listeners.clear();
      await Promise.all(measuring);
    },
  };
}
