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
const BLOCK = () => new Float32Array(1024);
const voice = (phase: VoiceState['phase']): VoiceState => ({
  phase,
  reason: phase === 'ended' ? 'finished' : null,
  start: 0.1,
  end: 0.9,
  countdown: null,
  level: phase === 'ended' ? -18 : null,
});
const counted: string[] = [];
const lineOf = (text: string, changes: Partial<TurnLine> = {}): TurnLine => ({
  isLast: false,
  seconds: 1,
  text,
  language: 'en',
  hasTones: false,
  account: 'lena',
  videoId: 7,
  takeKey: text,
  counter: createTurnCounter<Take>(1000, (what) => counted.push(`${text} ${what}`)),
  sound: Promise.resolve(null),
  samples: async () => null,
  ...changes,
});
const ORIGINAL: LineSound = { frames: FRAMES, neighbours: [] };
let LINE: TurnLine;
beforeEach(() => {
  counted.length = 0;
  LINE = lineOf('One');
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
  const happened: string[] = [];
  let listeners: Parameters<typeof openRecording>[1] | undefined;
  let heard: VoiceState = voice('speaking');
  let endSound: (() => void) | undefined;
  const habits: Habits = { patience: 0, voiceLevel: null };
  const deps: TurnDeps = {
    open:
      open ??
      (async (_, newListeners, signal) => {
        happened.push('open');
        listeners = newListeners;
        signal.addEventListener('abort', () => happened.push('tracks stopped'));
        return {
          sampleRate: 16_000,
          finish() {
            happened.push('finished');
            return Promise.resolve(new Blob(['sound']));
          },
          close() {
            happened.push('closed');
            return Promise.resolve(new Blob(['sound']));
          },
        };
      }),
    speech: {
      start: () => undefined,
      block: async () => heard,
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
      happened.push(`play ${sound}`);
      return new Promise((resolve) => {
        endSound = resolve;
        signal.addEventListener('abort', () => {
          happened.push(`stop ${sound}`);
          resolve();
        });
      });
    },
    playOriginal: () => happened.push('play original'),
    stopOriginal: () => happened.push('stop original'),
    goOn: () => happened.push('go on'),
    onTake: (_, { takeKey }) => happened.push(`take ${takeKey}`),
  };
  const turn = createTurn(deps, true, after);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    turn,
    happened,
    habits,
    settle,
    phase: () => turn.getSnapshot().phase.name,
    async say(phase: VoiceState['phase'], loudness = 0, changes: Partial<VoiceState> = {}) {
      heard = { ...voice(phase), ...changes };
      listeners?.onBlock(BLOCK().fill(loudness));
      await settle();
    },
    unplug: () => listeners?.onLost(),
    endSound: () => endSound?.(),
    async record(line = LINE) {
      turn.start(line);
      await settle();
      heard = voice('ended');
      listeners?.onBlock(BLOCK());
      await settle();
    },
  };
}

describe('a recorded turn', () => {
  it('ends when the engine detects its end: the microphone is closed, then the take is played', async () => {
    const { record, happened, phase, turn } = simulate({ after: 'mine' });
    await record();
    expect(happened).toEqual(['open', 'closed', 'play mine', 'take One']);
    expect(phase()).toBe('playing');
    expect(turn.getSnapshot().take).not.toBeNull();
  });

  it('waits longer once the learner presses Again within two seconds of an automatic end', async () => {
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
    const end = async (after: AfterTurn) => {
      const turn = simulate({ after });
      turn.turn.start(LINE);
      await turn.settle();
      await turn.say('ended', 0, { isPartial: true });
      expect(turn.happened).toEqual(['open', 'finished']);
      expect(turn.phase()).toBe('processing');
      return turn;
    };

    it('waits longer from then on if the learner speaks on, and plays nothing over them', async () => {
      const { say, happened, habits, phase, turn } = await end('mine');
      await say('ended', 0, { isPartial: true, hasSpokenOn: true });
      expect(happened).toEqual(['open', 'finished', 'closed', 'tracks stopped', 'take One']);
      expect(phase()).toBe('ready');
      expect(habits.patience).toBeCloseTo(0.7);
      turn.dispatch({ type: 'again' });
      expect(habits.patience).toBeCloseTo(0.7);
    });

    const CLOSED = ['open', 'finished', 'closed', 'tracks stopped', 'play mine', 'take One'];

    it('closes the microphone after another second of sound if they don’t', async () => {
      const { say, happened, habits } = await end('mine');
      for (let ms = 64; ms < 1000; ms += 64) await say('ended', 0, { isPartial: true });
      expect(happened).toEqual(['open', 'finished']);
      await say('ended', 0, { isPartial: true });
      expect(happened).toEqual(CLOSED);
      expect(habits.patience).toBe(0);
    });

    it('hears them on a device that is too busy to hear them in time', async () => {
      const { say, habits } = await end('mine');
      await say('ended', 0, { isPartial: true });
      await vi.advanceTimersByTimeAsync(1900);
      await say('ended', 0, { isPartial: true, hasSpokenOn: true });
      expect(habits.patience).toBeCloseTo(0.7);
    });

    it('closes a microphone that sends no sound', async () => {
      const { happened } = await end('mine');
      await vi.advanceTimersByTimeAsync(2000);
      expect(happened).toEqual(CLOSED);
    });

    it.each(['done', 'left', 'silence', 'again'] as const)(
      'closes the microphone at once: %s',
      async (type) => {
        const { turn, happened, settle } = await end('mine');
        turn.dispatch({ type });
        expect(happened.slice(2, 4)).toEqual(['closed', 'tracks stopped']);
        await settle();
        expect(happened).toContain('take One');
      },
    );
  });

  it('passes the learner’s habits to the engine, and resets the voice level if nobody is heard', async () => {
    const started: TurnOptions[] = [];
    let hears = true;
    const { record, habits } = simulate({
      speech: {
        start: (_, options) => void started.push(options),
        compare: async () => ({ isThisLine: true, hint: null, findings: null, takeTimes: null }),
        finish: async () => (hears ? FRAMES : { ...FRAMES, speech: new Uint8Array(100) }),
      },
    });
    const line = () => lineOf('One', { sound: Promise.resolve(ORIGINAL) });
    await record(line());
    expect(habits.voiceLevel).toBe(-18);
    hears = false;
    await record(line());
    expect(started.at(-1)).toMatchObject({ voiceLevel: -18, patience: 0 });
    expect(habits.voiceLevel).toBeNull();
  });

  it('shows the seconds left before a turn without speech ends', async () => {
    const state: VoiceState = { ...voice('waiting'), start: null, end: null, countdown: 3 };
    const { turn, say, settle } = simulate({ speech: { block: async () => state } });
    turn.start(LINE);
    await settle();
    expect(turn.getSnapshot().countdown).toBeNull();
    await say('waiting');
    expect(turn.getSnapshot().countdown).toBe(3);
    turn.dispatch({ type: 'left' });
    expect(turn.getSnapshot().countdown).toBeNull();
  });

  it('plays the original with the video, and the take after it', async () => {
    const { record, happened, turn } = simulate({ after: 'original-and-mine' });
    await record();
    expect(happened).toContain('play original');
    turn.dispatch({ type: 'sound-over' });
    expect(happened.at(-1)).toBe('play mine');
  });

  it('keeps no take of a sound without speech', async () => {
    const { record, happened, turn } = simulate({
      after: 'mine',
      frames: { ...FRAMES, speech: new Uint8Array(100) },
    });
    await record();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'ready', hasSpeech: false }, take: null });
    expect(happened).toEqual(['open', 'closed']);
  });

  it('advances 1.5 seconds after it was compared, hands-free', async () => {
    const { record, happened } = simulate({ after: 'go-on' });
    await record();
    await vi.advanceTimersByTimeAsync(1499);
    expect(happened.at(-1)).toBe('take One');
    await vi.advanceTimersByTimeAsync(1);
    expect(happened.at(-1)).toBe('go on');
  });

  it('plays the original and records again if another line was said, hands-free', async () => {
    const compared = { isThisLine: false, hint: null, findings: null, takeTimes: null };
    const { record, happened, turn, settle, say } = simulate({
      after: 'go-on',
      speech: { compare: async () => compared },
    });
    await record(lineOf('One', { sound: Promise.resolve(ORIGINAL) }));
    expect(happened).toEqual(['open', 'closed', 'take One', 'play original']);
    turn.dispatch({ type: 'video-over' });
    await settle();
    await say('ended');
    await settle();
    expect(happened.slice(4)).toEqual(['open', 'closed', 'take One']);
    await vi.advanceTimersByTimeAsync(1500);
    expect(happened.at(-1)).toBe('go on');
    expect(counted).toEqual(['One said', 'One said']);
  });

  it('shows the level of the voice during recording', async () => {
    const { turn, settle, say } = simulate();
    turn.start(LINE);
    await settle();
    await say('speaking');
    expect(turn.levels).toHaveLength(4);
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'recording' }, voice: 'speaking' });
  });

  it('shows the original once it is known, and the time of the first word', async () => {
    let measure: (sound: LineSound) => void = () => undefined;
    const sound = new Promise<LineSound>((resolve) => {
      measure = resolve;
    });
    const { turn, settle, say } = simulate();
    turn.start(lineOf('One', { sound }));
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ original: null, start: null });
    measure(ORIGINAL);
    await say('speaking');
    expect(turn.getSnapshot()).toMatchObject({ original: FRAMES, start: 0.1 });
    turn.start(lineOf('Two'));
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ original: null, start: null });
  });

  it('is aborted when the microphone is disconnected', async () => {
    const { turn, settle, unplug, happened, phase } = simulate();
    turn.start(LINE);
    await settle();
    unplug();
    expect(happened.at(-1)).toBe('closed');
    expect(phase()).toBe('idle');
    expect(turn.getSnapshot().problem).toBe('unplugged');
  });

  it('reports why the browser provides no microphone', async () => {
    const { turn, settle } = simulate({ open: () => Promise.reject(new MicrophoneError('denied')) });
    turn.start(LINE);
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'idle' }, problem: 'denied' });
  });

  it('is aborted when the device sends nothing', async () => {
    const { turn, settle } = simulate();
    turn.start(LINE);
    await settle();
    await vi.advanceTimersByTimeAsync(5000);
    expect(turn.getSnapshot().problem).toBe('busy');
  });

  it('closes a microphone that opens after the turn was left', async () => {
    const { turn, happened, settle } = simulate();
    turn.start(LINE);
    turn.dispatch({ type: 'left' });
    await settle();
    expect(happened).toEqual(['open', 'tracks stopped', 'closed']);
  });

  it('yields audio to the video in the same step', async () => {
    const { turn, record, happened } = simulate({ after: 'mine' });
    await record();
    turn.dispatch({ type: 'silence' });
    expect(happened.at(-1)).toBe('stop mine');
    turn.start(LINE);
    turn.dispatch({ type: 'silence' });
    expect(happened.at(-1)).toBe('tracks stopped');
  });

  it('counts for the line that was said, and stores its recording, if another line starts before it is measured', async () => {
    for (const late of ['finish', 'compare'] as const) {
      counted.length = 0;
      let measure: (measured: never) => void = () => undefined;
      const measured = new Promise<never>((resolve) => {
        measure = resolve;
      });
      const { turn, record, settle, happened } = simulate({ speech: { [late]: () => measured } });
      const [one, two] = [
        lineOf('One', { sound: Promise.resolve(ORIGINAL) }),
        lineOf('Two', { sound: Promise.resolve(ORIGINAL) }),
      ];
      await record(one);
      turn.dispatch({ type: 'left' });
      one.counter.leave();
      turn.start(two);
      await settle();
      measure((late === 'finish' ? FRAMES : null) as never);
      await settle();
      expect(counted, late).toEqual(['One said']);
      expect(
        happened.filter((what) => what.startsWith('take')),
        late,
      ).toEqual(['take One']);
      expect(turn.getSnapshot(), late).toMatchObject({ phase: { name: 'recording' }, take: null });
    }
  });

  it('counts as said if it is left after the learner has started to speak, but not before', async () => {
    const { turn, settle, say, happened } = simulate();
    turn.start(LINE);
    await settle();
    await say('speaking');
    await say('speaking');
    turn.dispatch({ type: 'left' });
    LINE.counter.leave();
    expect(happened.at(-1)).toBe('closed');
    const next = lineOf('Two');
    turn.start(next);
    await settle();
    turn.dispatch({ type: 'left' });
    next.counter.leave();
    await settle();
    expect(counted.toSorted()).toEqual(['One said', 'Two skipped']);
    expect(turn.getSnapshot().take).toBeNull();
  });

  it('shows only the second take when the learner says the line again', async () => {
    const measured: ((sound: LineSound) => void)[] = [];
    const sound = new Promise<LineSound>((resolve) => measured.push(resolve));
    const { turn, record, settle } = simulate();
    await record(lineOf('One', { sound }));
    turn.dispatch({ type: 'again' });
    await settle();
    measured[0]?.(ORIGINAL);
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'recording' }, take: null });
    expect(counted).toEqual(['One said']);
  });

  it('doesn’t wait forever for the original’s sound', async () => {
    const { turn, record } = simulate();
    await record(lineOf('One', { sound: new Promise(() => undefined) }));
    expect(turn.getSnapshot().take?.isMeasured).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(turn.getSnapshot().take).toMatchObject({ isMeasured: true, original: null });
    expect(counted).toEqual(['One said']);
  });
});

describe('a recorded turn whose engine fails', () => {
  const gone = () => Promise.reject(new Error('gone'));
  const unhandled = vi.fn();
  beforeEach(() => {
    unhandled.mockClear();
    process.on('unhandledRejection', unhandled);
  });
  afterEach(() => process.off('unhandledRejection', unhandled));

  it.each([
    ['before its first block', { block: gone, finish: gone, compare: gone }],
    ['while it measures', { finish: gone, compare: gone }],
    ['after it has measured', { compare: gone }],
  ])('keeps the recording and counts as said: %s', async (_, speech) => {
    const { turn, say, settle, happened } = simulate({ speech });
    turn.start(lineOf('One', { sound: Promise.resolve(ORIGINAL) }));
    await settle();
    for (const loudness of [0, 0, 0.2, 0.3, 0]) await say('speaking', loudness);
    turn.dispatch({ type: 'done' });
    await settle();
    expect(turn.getSnapshot()).toMatchObject({
      phase: { name: 'ready', hasSpeech: true },
      take: { compared: null, isMeasured: true },
    });
    expect(happened).toContain('take One');
    expect(counted).toEqual(['One said']);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('isn’t counted as said if only background noise was heard', async () => {
    const { turn, say, settle } = simulate({ speech: { block: gone, finish: gone } });
    turn.start(LINE);
    await settle();
    for (let block = 0; block < 20; block++) await say('speaking', 0.1);
    turn.dispatch({ type: 'done' });
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'ready', hasSpeech: false }, take: null });
    LINE.counter.leave();
    expect(counted).toEqual(['One skipped']);
  });

  it('ends automatically after twice the line and three seconds', async () => {
    const { turn, say, settle, phase } = simulate({ speech: { block: gone, finish: gone } });
    turn.start(LINE);
    await settle();
    for (let ms = 0; ms <= 4800; ms += 64) await say('speaking', 0.1);
    expect(phase()).toBe('recording');
    for (let ms = 0; ms <= 500; ms += 64) await say('speaking', 0.1);
    expect(phase()).toBe('ready');
  });

  it('never reports a silent microphone while sound arrives', async () => {
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
