import type { SpeechFrames, TurnState as VoiceState } from '@sayback/speech';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MicrophoneError, type openRecording } from './recorder.ts';
import { createTurn, type TurnDeps, type TurnLine } from './turn.ts';
import type { AfterTurn } from './turn-machine.ts';

vi.mock('./capture-worklet.ts?worker&url', () => ({ default: '/capture.js' }));
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const FRAMES: SpeechFrames = {
  loudness: new Float32Array(100).fill(-20),
  pitch: new Float32Array(100).fill(120),
  speech: new Uint8Array(100).fill(1),
  mfcc: new Float32Array(1200),
};
const BLOCK = () => new Float32Array(1024);
const voice = (phase: VoiceState['phase']): VoiceState => ({ phase, reason: null, start: 0.1, end: 0.9 });
const LINE: TurnLine = {
  isLast: false,
  seconds: 1,
  text: 'One',
  language: 'en',
  hasTones: false,
  sound: Promise.resolve(null),
};

/** A turn over a microphone, an engine and a player that only note what happened, in order. */
function simulate({
  after = 'wait',
  open,
  frames = FRAMES,
}: {
  after?: AfterTurn;
  open?: typeof openRecording;
  frames?: SpeechFrames;
} = {}) {
  const happened: string[] = [];
  let listeners: Parameters<typeof openRecording>[1] | undefined;
  let heard: VoiceState = voice('speaking');
  let endSound: (() => void) | undefined;
  const deps: TurnDeps = {
    open:
      open ??
      (async (_, newListeners, signal) => {
        happened.push('open');
        listeners = newListeners;
        signal.addEventListener('abort', () => happened.push('tracks stopped'));
        return {
          sampleRate: 16_000,
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
    },
    deviceId: () => null,
    play: (sound, _, signal) => {
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
    onTake: () => happened.push('take'),
  };
  const turn = createTurn(deps, true, after);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    turn,
    happened,
    settle,
    phase: () => turn.getSnapshot().phase.name,
    async say(phase: VoiceState['phase']) {
      heard = voice(phase);
      listeners?.onBlock(BLOCK());
      await settle();
    },
    unplug: () => listeners?.onLost(),
    endSound: () => endSound?.(),
    async record() {
      turn.start(LINE);
      await settle();
      heard = voice('ended');
      listeners?.onBlock(BLOCK());
      await settle();
    },
  };
}

describe('a recorded turn', () => {
  it('ends when the engine says so: the microphone is closed, then the take is played', async () => {
    const { record, happened, phase, turn } = simulate({ after: 'mine' });
    await record();
    expect(happened).toEqual(['open', 'closed', 'play mine', 'take']);
    expect(phase()).toBe('playing');
    expect(turn.getSnapshot().take).not.toBeNull();
  });

  it('plays the original by the video, and the take after it', async () => {
    const { record, happened, turn } = simulate({ after: 'original-and-mine' });
    await record();
    expect(happened.at(-2)).toBe('play original');
    turn.dispatch({ type: 'sound-over' });
    expect(happened.at(-1)).toBe('play mine');
  });

  it('keeps no take where something sounded that nobody said', async () => {
    const { record, happened, turn } = simulate({
      after: 'mine',
      frames: { ...FRAMES, speech: new Uint8Array(100) },
    });
    await record();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'ready', heard: false }, take: null });
    expect(happened).toEqual(['open', 'closed']);
  });

  it('goes on by itself, hands-free', async () => {
    const { record, happened } = simulate({ after: 'go-on' });
    await record();
    await vi.advanceTimersByTimeAsync(5000);
    expect(happened.at(-1)).toBe('go on');
  });

  it('shows the level of the voice while it is recorded', async () => {
    const { turn, settle, say } = simulate();
    turn.start(LINE);
    await settle();
    await say('speaking');
    expect(turn.levels).toHaveLength(4);
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'recording' }, voice: 'speaking' });
  });

  it('is given up when the microphone is unplugged', async () => {
    const { turn, settle, unplug, happened, phase } = simulate();
    turn.start(LINE);
    await settle();
    unplug();
    expect(happened.at(-1)).toBe('closed');
    expect(phase()).toBe('idle');
    expect(turn.getSnapshot().problem).toBe('unplugged');
  });

  it('says why the browser gives no microphone', async () => {
    const { turn, settle } = simulate({ open: () => Promise.reject(new MicrophoneError('denied')) });
    turn.start(LINE);
    await settle();
    expect(turn.getSnapshot()).toMatchObject({ phase: { name: 'idle' }, problem: 'denied' });
  });

  it('is given up when the device sends nothing', async () => {
    const { turn, settle } = simulate();
    turn.start(LINE);
    await settle();
    await vi.advanceTimersByTimeAsync(5000);
    expect(turn.getSnapshot().problem).toBe('busy');
  });

  it('closes a microphone that comes after the turn was left', async () => {
    const { turn, happened, settle } = simulate();
    turn.start(LINE);
    turn.dispatch({ type: 'left' });
    await settle();
    expect(happened).toEqual(['open', 'tracks stopped', 'closed']);
  });

  it('makes room for the video in the same step', async () => {
    const { turn, record, happened } = simulate({ after: 'mine' });
    await record();
    turn.dispatch({ type: 'silence' });
    expect(happened.at(-1)).toBe('stop mine');
    turn.start(LINE);
    turn.dispatch({ type: 'silence' });
    expect(happened.at(-1)).toBe('tracks stopped');
  });

  it('keeps no take of a line that was left', async () => {
    const { turn, settle, say, happened } = simulate();
    turn.start(LINE);
    await settle();
    await say('speaking');
    turn.dispatch({ type: 'done' });
    turn.dispatch({ type: 'left' });
    turn.start({ ...LINE, seconds: 2 });
    await settle();
    expect(happened).not.toContain('take');
    expect(turn.getSnapshot().take).toBeNull();
  });
});
