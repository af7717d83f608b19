import type { SpeechFrames, TurnState as VoiceState } from '@sayback/speech';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LineSound, Take } from '../analysis/take.ts';
import { createTurn } from '../turn/turn.ts';
import type { TurnLine } from '../turn/turn-deps.ts';
import { createTurnCounter } from './turn-counter.ts';

vi.mock('../recording/capture-worklet.ts?worker&url', () => ({ default: '/capture.js' }));
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const createFrames = (hasVoice: boolean): SpeechFrames => ({
  loudness: new Float32Array(10).fill(-20),
  pitch: new Float32Array(10).fill(120),
  speech: new Uint8Array(10).fill(Number(hasVoice)),
  mfcc: new Float32Array(120),
});

/** Durations in milliseconds; a negative one means that the step then fails. */
const anyDelay = fc.integer({ min: -3000, max: 3000 });
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 4000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sound' as const), isVoice: fc.boolean() }) },
  // With uniform weights, few runs would reach a recording.
  { weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const) }) },
  ...(['done', 'leave', 'again', 'replay', 'unplug', 'off', 'on', 'yield-audio'] as const).map((name) => ({
    weight: name === 'done' || name === 'leave' ? 3 : 1,
    arbitrary: fc.record({ do: fc.constant(name) }),
  })),
);
const anyRun = fc.record({
  steps: fc.array(anyStep, { minLength: 5, maxLength: 60 }),
  after: fc.constantFrom('wait' as const, 'mine' as const, 'original-and-mine' as const, 'go-on' as const),
  /** Durations of opening, finishing, comparing and loading the original, used one after the other. */
  delays: fc.array(anyDelay, { minLength: 3, maxLength: 12 }),
  /** The step at which the page is closed, if any; no steps follow it. */
  closes: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 2 }),
});
type Run = typeof anyRun extends fc.Arbitrary<infer R> ? R : never;

/** Plays a run on the machine, and records at which lines the microphone captured a voice. */
async function play({ steps, after, delays, closes }: Run) {
  let used = 0;
  const delayed = <T>(result: () => T): Promise<T> => {
    const ms = delays[used++ % delays.length] ?? 0;
    return new Promise((resolve, reject) =>
      setTimeout(() => (ms < 0 ? reject(new Error('failed')) : resolve(result())), Math.abs(ms)),
    );
  };
  const counted: { line: number; what: string }[] = [];
  const stored: number[] = [];
  /** Finished recordings with a voice, by line. */
  const spokenLines: number[] = [];
  const lines: TurnLine[] = [];
  let open: { line: number; hasVoice: boolean; send?: () => void; unplug?: () => void } | null = null;

  const turn = createTurn(
    {
      async open(_, { onBlock, onLost }, signal) {
        const line = lines.length - 1;
        // The clock is simulated.
        await new Promise((resolve) => setTimeout(resolve, Math.abs(delays[0] ?? 0) / 10));
        signal.throwIfAborted();
        const recording = {
          line,
          hasVoice: false,
          send: () => onBlock(new Float32Array(1024)),
          unplug: onLost,
        };
        open = recording;
        const blocks = setInterval(() => recording.send(), 500);
        return {
          sampleRate: 16_000,
          finish: async () => new Blob(['sound']),
          async close() {
            clearInterval(blocks);
            open = null;
            return new Blob(['sound']);
          },
        };
      },
      speech: {
        start: () => undefined,
        block: async (): Promise<VoiceState> => ({
          phase: open?.hasVoice ? 'speaking' : 'waiting',
          reason: null,
          start: open?.hasVoice ? 0.1 : null,
          end: null,
          countdown: null,
          level: null,
        }),
        finish() {
          const { line, hasVoice } = finished ?? { line: -1, hasVoice: false };
          if (hasVoice) spokenLines.push(line);
          return delayed(() => createFrames(hasVoice));
        },
        analyse: async () => createFrames(true),
        compare: () => delayed(() => null as never),
        close: () => undefined,
      },
      deviceId: () => null,
      habits: () => ({ patience: 0, voiceLevel: null }),
      learn: () => undefined,
      play: (_, __, ___, signal) =>
        new Promise((resolve) => {
          // The clock is simulated.
          setTimeout(resolve, 900);
          signal.addEventListener('abort', () => resolve());
        }),
      // The player always reports the end of the sound.
      playOriginal: () => setTimeout(() => turn.dispatch({ type: 'sound-ended' }), 900),
      stopOriginal: () => undefined,
      advance: () => next(),
      onTake: (_, { videoId }) => stored.push(videoId),
    },
    true,
    after,
  );
  let finished: { line: number; hasVoice: boolean } | null = null;
  const next = () => {
    leave();
    const line = lines.length;
    lines.push({
      isLast: false,
      seconds: 1,
      text: `Line ${line}`,
      language: 'en',
      hasTones: false,
      account: 'lena',
      videoId: line,
      takeKey: '',
      counter: createTurnCounter<Take>(1000, (what) => counted.push({ line, what })),
      sound: delayed((): LineSound => ({ frames: createFrames(true), neighbours: [] })).catch(() => null),
      samples: async () => null,
    });
    turn.start(lines[line] as TurnLine);
  };
  const leave = () => {
    rememberOpen();
    turn.dispatch({ type: 'leave' });
    lines.at(-1)?.counter.leave();
  };
  /** Remembers the open recording before a step that can end it. */
  const rememberOpen = () => {
    if (open) finished = { line: open.line, hasVoice: open.hasVoice };
  };
  const isClosed = (index: number) => closes !== null && index >= closes;

  next();
  for (const [index, step] of steps.entries()) {
    if (isClosed(index)) break;
    rememberOpen();
    if (step.do === 'say') await vi.advanceTimersByTimeAsync(400);
    if (step.do === 'wait') await vi.advanceTimersByTimeAsync(step.ms);
    if ((step.do === 'sound' || step.do === 'say') && open) {
      const recording: { hasVoice: boolean; send?: () => void } = open;
      recording.hasVoice ||= step.do === 'say' || step.isVoice;
      // The machine learns of a voice from the next block.
      recording.send?.();
      await vi.advanceTimersByTimeAsync(0);
      recording.send?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    if (step.do === 'done' || step.do === 'again' || step.do === 'yield-audio')
      turn.dispatch({ type: step.do });
    if (step.do === 'replay') turn.dispatch({ type: 'listen', sounds: ['original', 'mine'] });
    if (step.do === 'unplug') (open as { unplug?: () => void } | null)?.unplug?.();
    if (step.do === 'off' || step.do === 'on')
      turn.dispatch({ type: 'settings', isRecordingOn: step.do === 'on', after });
    if (step.do === 'leave') next();
  }
  rememberOpen();
  if (closes === null) leave();
  else {
    turn.dispatch({ type: 'leave' });
    for (const { counter } of lines) counter.closePage();
  }
  const countAtClose = counted.length;
  const closed = turn.close();
  await vi.advanceTimersByTimeAsync(60_000);
  await closed;
  return { counted, stored, spokenLines, lines, countAtClose, phase: turn.getSnapshot().phase.name };
}

describe('the turn counter', () => {
  it('counts each recording with a voice as said, for its line, and any other turn once as waited or skipped', async () => {
    let recordings = 0;
    await fc.assert(
      fc.asyncProperty(anyRun, async (run) => {
        const { counted, stored, spokenLines, lines, countAtClose, phase } = await play(run);
        recordings += spokenLines.length;
        for (const [line] of lines.entries()) {
          const expected = spokenLines.filter((spoken) => spoken === line).map(() => 'said');
          const labels = counted.filter((row) => row.line === line).map(({ what }) => what);
          if (expected.length > 0) expect(labels).toEqual(expected);
          else expect([['waited'], ['skipped']]).toContainEqual(labels);
        }
        expect(stored.toSorted()).toEqual(spokenLines.toSorted());
        // A closed page can't count any more turns.
        if (run.closes !== null) expect(counted).toHaveLength(countAtClose);
        expect(phase).toBe('idle');
      }),
      { numRuns: 300 },
    );
    expect(recordings).toBeGreaterThan(100);
  });

  it('counts a turn as waited after half the duration of its line', () => {
    const counted: string[] = [];
    for (const ms of [400, 600]) {
      const counter = createTurnCounter(1000, (what) => counted.push(what));
      vi.advanceTimersByTime(ms);
      counter.leave();
      counter.leave();
    }
    expect(counted).toEqual(['skipped', 'waited']);
  });
});
