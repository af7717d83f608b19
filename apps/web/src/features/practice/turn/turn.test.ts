import type { SpeechFrames, TurnOptions, TurnState as VoiceState } from '@sayback/speech';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Speech } from '../analysis/speech.ts';
import type { LineSound, Take } from '../analysis/take.ts';
import { createTurnCounter } from '../attempts/turn-counter.ts';
import { MicrophoneError, type openRecording } from '../recording/recorder.ts';
import type { AfterTurn } from '../recording/recording-settings.ts';
import { createTurn } from './turn.ts';
import type { Habits, TurnDeps, TurnLine } from './turn-deps.ts';

vi.mock('../recording/capture-worklet.ts?worker&url', () => ({ default: '/capture.js' }));
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const FRAMES: SpeechFrames = {
  loudness: new Float32Array(100).fill(-20),
  pitch: new Float32Array(100).fill(120),
  speech: new Uint8Array(100).fill(1),
  mfcc: new Float32Array(1200),
};
const createBlock = () => new Float32Array(1024);
const createVoice = (phase: VoiceState['phase']): VoiceState => ({
  phase,
  reason: phase === 'ended' ? 'finished' : null,
  start: 0.1,
  end: 0.9,
  countdown: null,
  level: phase === 'ended' ? -18 : null,
});
const counts: string[] = [];
const createLine = (text: string, changes: Partial<TurnLine> = {}): TurnLine => ({
  isLast: false,
  seconds: 1,
  text,
  language: 'en',
  hasTones: false,
  account: 'lena',
  videoId: 7,
  takeKey: text,
  counter: createTurnCounter<Take>(1000, (what) => counts.push(`${text} ${what}`)),
  sound: Promise.resolve(null),
  samples: async () => null,
  ...changes,
});
const ORIGINAL: LineSound = { frames: FRAMES, neighbours: [] };
let LINE: TurnLine;
beforeEach(() => {
  counts.length = 0;
  LINE = createLine('One');
});

/** Creates a turn with a fake microphone, engine and player that record calls in order. */
function simulate({
  after = 'wait',
  open,
  frames = FRAMES,
  speech = {},
}: {
  after?: AfterTurn;
  open?: typeof openRecording;
  frames?: SpeechFrames;
  speech?: Partial<Speech>;
} = {}) {
  const calls: string[] = [];
  let listeners: Parameters<typeof openRecording>[1] | undefined;
  let currentVoice: VoiceState = createVoice('speaking');
  let endSound: (() => void) | undefined;
  const habits: Habits = { patience: 0, voiceLevel: null };
  const deps: TurnDeps = {
    open:
      open ??
      (async (_, newListeners, signal) => {
        calls.push('open');
        listeners = newListeners;
        signal.addEventListener('abort', () => calls.push('tracks stopped'));
        return {
          sampleRate: 16_000,
          finish() {
            calls.push('finished');
            return Promise.resolve(new Blob(['sound']));
          },
          close() {
            calls.push('closed');
            return Promise.resolve(new Blob(['sound']));
          },
        };
      }),
    speech: {
      start: () => undefined,
      block: async () => currentVoice,
      finish: async () => frames,
      analyse: async () => FRAMES,
      compare: () => Promise.reject(new Error('nothing to compare with')),
      close: () => undefined,
      ...speech,
    },
    deviceId: () => null,
    habits: () => habits,
    learn: (changes) => Object.assign(habits, changes),
    play: (sound, _, __, signal) => {
      calls.push(`play ${sound}`);
      return new Promise((resolve) => {
        endSound = resolve;
        signal.addEventListener('abort', () => {
          calls.push(`stop ${sound}`);
          resolve();
        });
      });
    },
    playOriginal: () => calls.push('play original'),
    stopOriginal: () => calls.push('stop original'),
    advance: () => calls.push('advance'),
    onTake: (_, { takeKey }) => calls.push(`take ${takeKey}`),
  };
  const turn = createTurn(deps, true, after);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    turn,
    calls,
    habits,
    settle,
    phase: () => turn.getSnapshot().phase.name,
    async say(phase: VoiceState['phase'], loudness = 0, changes: Partial<VoiceState> = {}) {
      currentVoice = { ...createVoice(phase), ...changes };
      listeners?.onBlock(createBlock().fill(loudness));
      await settle();
    },
    unplug: () => listeners?.onLost(),
    endSound: () => endSound?.(),
    async record(line = LINE) {
      turn.start(line);
      await settle();
      currentVoice = createVoice('ended');
      listeners?.onBlock(createBlock());
      await settle();
    },
  };
}

describe('a recorded turn', () => {
  it('closes the microphone and plays the take when the engine detects its end', async () => {
    const { record, calls, phase, turn } = simulate({ after: 'mine' });
    await record();
    expect(calls).toEqual(['open', 'closed', 'play mine', 'take One']);
    expect(phase()).toBe('playing');
    expect(turn.getSnapshot().take).not.toBeNull();
  });

  it('makes later turns longer if the learner presses Again within two seconds of an automatic end', async () => {
    const { record, habits, turn, settle, say } = simulate();
    await record();
    vi.advanceTimersByTime(1900);
    turn.dispatch({ type: 'again' });
    expect(habits.patience).toBeGreaterThan(0.5);
    const { patience } = habits;
    await settle();
    await say('speaking');
    turn.dispatch({ type: 'done' });
    await settle();
    turn.dispatch({ type: 'again' });
    await settle();
    await say('ended');
    vi.advanceTimersByTime(2100);
    turn.dispatch({ type: 'again' });
    expect(habits.patience).toBe(patience);
  });

  describe('that ended after a part of its line', () => {
    const endPartially = async () => {
      const turn = simulate({ after: 'mine' });
      turn.turn.start(LINE);
      await turn.settle();
      await turn.say('ended', 0, { isPartial: true });
      expect(turn.calls).toEqual(['open', 'finished']);
      expect(turn.phase()).toBe('processing');
      return turn;
    };

    it('makes later turns longer if the learner continues to speak, and plays nothing meanwhile', async () => {
      const { say, calls, habits, phase, turn } = await endPartially();
      await say('ended', 0, { isPartial: true, hasSpokenOn: true });
      expect(calls).toEqual(['open', 'finished', 'closed', 'tracks stopped', 'take One']);
      expect(phase()).toBe('ready');
      expect(habits.patience).toBeCloseTo(0.7);
      turn.dispatch({ type: 'again' });
      expect(habits.patience).toBeCloseTo(0.7);
    });

    const CLOSED = ['open', 'finished', 'closed', 'tracks stopped', 'play mine', 'take One'];

    it('closes the microphone after a second of sound without speech', async () => {
      const { say, calls, habits } = await endPartially();
      for (let ms = 64; ms < 1000; ms += 64) await say('ended', 0, { isPartial: true });
      expect(calls).toEqual(['open', 'finished']);
      await say('ended', 0, { isPartial: true });
      expect(calls).toEqual(CLOSED);
      expect(habits.patience).toBe(0);
    });

    it('detects further speech late on a busy device', async () => {
      const { say, habits } = await endPartially();
      await say('ended', 0, { isPartial: true });
      await vi.advanceTimersByTimeAsync(1900);
      await say('ended', 0, { isPartial: true, hasSpokenOn: true });
      expect(habits.patience).toBeCloseTo(0.7);
    });

    it('closes a microphone that sends no sound', async () => {
      const { calls } = await endPartially();
      await vi.advanceTimersByTimeAsync(2000);
      expect(calls).toEqual(CLOSED);
    });

    it.each(['done', 'leave', 'yield-audio', 'again'] as const)(
      'closes the microphone at once: %s',
      async (type) => {
        const { turn, calls, settle } = await endPartially();
        turn.dispatch({ type });
        expect(calls.slice(2, 4)).toEqual(['closed', 'tracks stopped']);
        await settle();
        expect(calls).toContain('take One');
      },
    );
  });

  it('passes the learner’s habits to the engine, and resets the voice level after a turn without speech', async () => {
    const started: TurnOptions[] = [];
    let isHeard = true;
    const { record, habits } = simulate({
      speech: {
        start: (_, options) => void started.push(options),
        compare: async () => ({ isThisLine: true, hint: null, findings: null, takeTimes: null }),
        finish: async () => (isHeard ? FRAMES : { ...FRAMES, speech: new Uint8Array(100) }),
      },
    });
    const line = () => createLine('One', { sound: Promise.resolve(ORIGINAL) });
    await record(line());
    expect(habits.voiceLevel).toBe(-18);
    isHeard = false;
    await record(line());
    expect(started.at(-1)).toMatchObject({ voiceLevel: -18, patience: 0 });
    expect(habits.voiceLevel).toBeNull();
  });

  it('publishes the last seconds before it ends without speech', async () => {
    const state: VoiceState = { ...createVoice('waiting'), start: null, end: null, countdown: 3 };
    const { turn, say, settle } = simulate({ speech: { block: async () => state } });
    turn.start(LINE);
    await settle();
    expect(turn.getSnapshot().countdown).toBeNull();
    await say('waiting');
    expect(turn.getSnapshot().countdown).toBe(3);
    turn.dispatch({ type: 'leave' });
    expect(turn.getSnapshot().countdown).toBeNull();
  });

  it('plays the original in the video, then the take', async () => {
    const { record, calls, turn } = simulate({ after: 'original-and-mine' });
    await record();
    expect(calls).toContain('play original');
    turn.dispatch({ type: 'sound-ended' });
    expect(calls.at(-1)).toBe('play mine');
  });

  it('has no take without speech', async () => {
    const { record, calls, turn } = simulate({
      after: 'mine',
      frames: { ...FRAMES, speech: new Uint8Array(100) },
    });
    await record();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'ready', hasSpeech: false }, take: null });
    expect(calls).toEqual(['open', 'closed']);
  });

  it('advances 1.5 seconds after its comparison, hands-free', async () => {
    const { record, calls } = simulate({ after: 'go-on' });
    await record();
    await vi.advanceTimersByTimeAsync(1499);
    expect(calls.at(-1)).toBe('take One');
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.at(-1)).toBe('advance');
  });

  it('plays the original and records again if another line was said, hands-free', async () => {
    const compared = { isThisLine: false, hint: null, findings: null, takeTimes: null };
    const { record, calls, turn, settle, say } = simulate({
      after: 'go-on',
      speech: { compare: async () => compared },
    });
    await record(createLine('One', { sound: Promise.resolve(ORIGINAL) }));
    expect(calls).toEqual(['open', 'closed', 'take One', 'play original']);
    turn.dispatch({ type: 'video-ended' });
    await settle();
    await say('ended');
    await settle();
    expect(calls.slice(4)).toEqual(['open', 'closed', 'take One']);
    await vi.advanceTimersByTimeAsync(1500);
    expect(calls.at(-1)).toBe('advance');
    expect(counts).toEqual(['One said', 'One said']);
  });

  it('measures the level of the voice during recording', async () => {
    const { turn, settle, say } = simulate();
    turn.start(LINE);
    await settle();
    await say('speaking');
    expect(turn.levels).toHaveLength(4);
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'recording' }, voice: 'speaking' });
  });

  it('publishes the original once it is measured, and the time of the first word', async () => {
    let measure: (sound: LineSound) => void = () => undefined;
    const sound = new Promise<LineSound>((resolve) => {
      measure = resolve;
    });
    const { turn, settle, say } = simulate();
    turn.start(createLine('One', { sound }));
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ original: null, start: null });
    measure(ORIGINAL);
    await say('speaking');
    expect(turn.getSnapshot()).toMatchObject({ original: FRAMES, start: 0.1 });
    turn.start(createLine('Two'));
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ original: null, start: null });
  });

  it('is aborted when the microphone is disconnected', async () => {
    const { turn, settle, unplug, calls, phase } = simulate();
    turn.start(LINE);
    await settle();
    unplug();
    expect(calls.at(-1)).toBe('closed');
    expect(phase()).toBe('idle');
    expect(turn.getSnapshot().problem).toBe('unplugged');
  });

  it('reports the reason if the browser provides no microphone', async () => {
    const { turn, settle } = simulate({ open: () => Promise.reject(new MicrophoneError('denied')) });
    turn.start(LINE);
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'idle' }, problem: 'denied' });
  });

  it('is aborted when the device sends no sound', async () => {
    const { turn, settle } = simulate();
    turn.start(LINE);
    await settle();
    await vi.advanceTimersByTimeAsync(5000);
    expect(turn.getSnapshot().problem).toBe('busy');
  });

  it('closes a microphone that opens after the turn', async () => {
    const { turn, calls, settle } = simulate();
    turn.start(LINE);
    turn.dispatch({ type: 'leave' });
    await settle();
    expect(calls).toEqual(['open', 'tracks stopped', 'closed']);
  });

  it('stops its sound or recording synchronously to yield audio', async () => {
    const { turn, record, calls } = simulate({ after: 'mine' });
    await record();
    turn.dispatch({ type: 'yield-audio' });
    expect(calls.at(-1)).toBe('stop mine');
    turn.start(LINE);
    turn.dispatch({ type: 'yield-audio' });
    expect(calls.at(-1)).toBe('tracks stopped');
  });

  it('counts for its own line, and stores its recording, if another line starts before it is measured', async () => {
    for (const pending of ['finish', 'compare'] as const) {
      counts.length = 0;
      let measure: (measured: never) => void = () => undefined;
      const measured = new Promise<never>((resolve) => {
        measure = resolve;
      });
      const { turn, record, settle, calls } = simulate({ speech: { [pending]: () => measured } });
      const [firstLine, secondLine] = [
        createLine('One', { sound: Promise.resolve(ORIGINAL) }),
        createLine('Two', { sound: Promise.resolve(ORIGINAL) }),
      ];
      await record(firstLine);
      turn.dispatch({ type: 'leave' });
      firstLine.counter.leave();
      turn.start(secondLine);
      await settle();
      measure((pending === 'finish' ? FRAMES : null) as never);
      await settle();
      expect(counts, pending).toEqual(['One said']);
      expect(
        calls.filter((call) => call.startsWith('take')),
        pending,
      ).toEqual(['take One']);
      expect(turn.getSnapshot(), pending).toMatchObject({ phase: { name: 'recording' }, take: null });
    }
  });

  it('counts as said if the learner leaves it after starting to speak, but not before', async () => {
    const { turn, settle, say, calls } = simulate();
    turn.start(LINE);
    await settle();
    await say('speaking');
    await say('speaking');
    turn.dispatch({ type: 'leave' });
    LINE.counter.leave();
    expect(calls.at(-1)).toBe('closed');
    const next = createLine('Two');
    turn.start(next);
    await settle();
    turn.dispatch({ type: 'leave' });
    next.counter.leave();
    await settle();
    expect(counts.toSorted()).toEqual(['One said', 'Two skipped']);
    expect(turn.getSnapshot().take).toBeNull();
  });

  it('shows only the second take when the learner says the line again', async () => {
    let measure: (sound: LineSound) => void = () => undefined;
    const sound = new Promise<LineSound>((resolve) => {
      measure = resolve;
    });
    const { turn, record, settle } = simulate();
    await record(createLine('One', { sound }));
    turn.dispatch({ type: 'again' });
    await settle();
    measure(ORIGINAL);
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'recording' }, take: null });
    expect(counts).toEqual(['One said']);
  });

  it('plays its take after the settings or a replay have ended it', async () => {
    const { turn, record, calls, phase, endSound, settle } = simulate();
    await record();
    turn.dispatch({ type: 'leave' });
    turn.dispatch({ type: 'listen', sounds: ['mine'] });
    expect(calls.at(-1)).toBe('play mine');
    endSound();
    await settle();
    expect(phase()).toBe('ready');
  });

  it('shows its take after a dialog has replaced its line', async () => {
    const { turn, record } = simulate();
    await record();
    turn.start({ ...LINE }, true);
    expect(turn.getSnapshot().take).not.toBeNull();
  });

  it('stops waiting for the original’s sound after ten seconds', async () => {
    const { turn, record } = simulate();
    await record(createLine('One', { sound: new Promise(() => undefined) }));
    expect(turn.getSnapshot().take?.isMeasured).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(turn.getSnapshot().take).toMatchObject({ isMeasured: true, original: null });
    expect(counts).toEqual(['One said']);
  });
});

describe('a recorded turn whose engine fails', () => {
  const fail = () => Promise.reject(new Error('failed'));
  const unhandled = vi.fn();
  beforeEach(() => {
    unhandled.mockClear();
    process.on('unhandledRejection', unhandled);
  });
  afterEach(() => process.off('unhandledRejection', unhandled));

  it.each([
    ['before its first block', { block: fail, finish: fail, compare: fail }],
    ['while it measures', { finish: fail, compare: fail }],
    ['after it has measured', { compare: fail }],
  ])('stores the recording and counts as said: %s', async (_, speech) => {
    const { turn, say, settle, calls } = simulate({ speech });
    turn.start(createLine('One', { sound: Promise.resolve(ORIGINAL) }));
    await settle();
    for (const loudness of [0, 0, 0.2, 0.3, 0]) await say('speaking', loudness);
    turn.dispatch({ type: 'done' });
    await settle();
    expect(turn.getSnapshot()).toMatchObject({
      phase: { name: 'ready', hasSpeech: true },
      take: { compared: null, isMeasured: true },
    });
    expect(calls).toContain('take One');
    expect(counts).toEqual(['One said']);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('doesn’t count as said with only background noise', async () => {
    const { turn, say, settle } = simulate({ speech: { block: fail, finish: fail } });
    turn.start(LINE);
    await settle();
    for (let block = 0; block < 20; block++) await say('speaking', 0.1);
    turn.dispatch({ type: 'done' });
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'ready', hasSpeech: false }, take: null });
    LINE.counter.leave();
    expect(counts).toEqual(['One skipped']);
  });

  it('ends after twice the line’s length plus three seconds', async () => {
    const { turn, say, settle, phase } = simulate({ speech: { block: fail, finish: fail } });
    turn.start(LINE);
    await settle();
    for (let ms = 0; ms <= 4800; ms += 64) await say('speaking', 0.1);
    expect(phase()).toBe('recording');
    for (let ms = 0; ms <= 500; ms += 64) await say('speaking', 0.1);
    expect(phase()).toBe('ready');
  });

  it('isn’t reported as a silent microphone while sound arrives', async () => {
    const { turn, say, settle } = simulate({ speech: { block: () => new Promise(() => undefined) } });
    turn.start(LINE);
    await settle();
    for (let second = 0; second < 12; second++) {
      await say('speaking', 0.1);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'recording' }, problem: null });
  });
});
