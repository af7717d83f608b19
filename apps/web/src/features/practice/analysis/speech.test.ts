import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSpeech } from './speech.ts';
import type { SpeechRequest } from './speech-worker.ts';

type Received = { id: number; request: SpeechRequest };

/** A fake worker that runs the test's script, and goes silent once it is terminated. */
class Thread extends EventTarget {
  static all: Thread[] = [];
  /** Called for each message. Null simulates a dead worker, whose end is not reported. */
  static onMessage: ((thread: Thread, message: Received) => void) | null = null;
  isTerminated = false;
  constructor() {
    super();
    Thread.all.push(this);
  }
  postMessage(message: Received): void {
    queueMicrotask(() => Thread.onMessage?.(this, message));
  }
  reply(data: object): void {
    if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate(): void {
    this.isTerminated = true;
  }
}
const respond = (thread: Thread, { id, request }: Received) => thread.reply({ id, result: request.call });
const crashes = (thread: Thread) => thread.dispatchEvent(new Event('error', { cancelable: true }));

const unhandled = vi.fn();
beforeEach(() => {
  Thread.all = [];
  Thread.onMessage = respond;
  vi.stubGlobal('Worker', Thread);
  vi.useFakeTimers();
  unhandled.mockClear();
  process.on('unhandledRejection', unhandled);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

const sound = () => new Float32Array(16);
const frames = { loudness: sound(), pitch: sound(), speech: new Uint8Array(16), mfcc: sound() };
const comparison = { take: frames, original: frames };
/** Settles all calls; returns each one's outcome. */
async function outcomes(calls: Promise<unknown>[]) {
  const settled = Promise.allSettled(calls);
  await vi.advanceTimersByTimeAsync(10_000);
  return (await settled).map(({ status }) => status);
}
const ALL = ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'];
const NONE = ALL.map(() => 'rejected');

describe.each([
  ['reports it', crashes],
  ['doesn’t report it', null],
])('a speech worker that dies and %s', (_, dies) => {
  it('before its first turn rejects all calls, and the next turn gets a new worker', async () => {
    Thread.onMessage = dies;
    const speech = startSpeech();
    speech.start(16_000, {});
    expect(
      await outcomes([
        speech.block(sound()),
        speech.finish(),
        speech.analyse(sound()),
        speech.compare(comparison),
      ]),
    ).toEqual(NONE);
    Thread.onMessage = respond;
    // It never worked, so only a turn tries again.
    expect(await outcomes([speech.analyse(sound()), speech.finish()])).toEqual(['rejected', 'rejected']);
    expect(Thread.all).toHaveLength(1);
    speech.start(16_000, {});
    expect(
      await outcomes([
        speech.block(sound()),
        speech.finish(),
        speech.analyse(sound()),
        speech.compare(comparison),
      ]),
    ).toEqual(ALL);
    expect(Thread.all.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    speech.close();
  });

  it('within a turn rejects the rest of that turn, while a new one compares and analyses', async () => {
    const speech = startSpeech();
    speech.start(16_000, {});
    expect(await outcomes([speech.block(sound())])).toEqual(['fulfilled']);
    Thread.onMessage = dies;
    expect(await outcomes([speech.block(sound()), speech.finish()])).toEqual(['rejected', 'rejected']);
    Thread.onMessage = respond;
    expect(await outcomes([speech.analyse(sound()), speech.compare(comparison)])).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    expect(await outcomes([speech.block(sound()), speech.finish()])).toEqual(['rejected', 'rejected']);
    speech.start(16_000, {});
    expect(await outcomes([speech.block(sound()), speech.finish()])).toEqual(['fulfilled', 'fulfilled']);
    speech.close();
  });
});

describe('the speech worker', () => {
  it('rejects the call whose sound throws, and continues', async () => {
    const speech = startSpeech();
    Thread.onMessage = (thread, { id }) => thread.reply({ id, error: 'too short' });
    expect(await outcomes([speech.analyse(sound())])).toEqual(['rejected']);
    Thread.onMessage = respond;
    expect(await outcomes([speech.analyse(sound())])).toEqual(['fulfilled']);
    expect(Thread.all).toHaveLength(1);
    speech.close();
  });

  it('may take long for many calls, as long as it keeps replying', async () => {
    Thread.onMessage = (thread, message) => setTimeout(() => respond(thread, message), 5000 * message.id);
    const speech = startSpeech();
    const calls = [1, 2, 3].map(() => speech.analyse(sound()));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcomes(calls)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    speech.close();
  });

  it('rejects pending calls when it is closed, and starts no other worker', async () => {
    Thread.onMessage = null;
    const speech = startSpeech();
    speech.start(16_000, {});
    const open = speech.finish();
    speech.close();
    speech.start(16_000, {});
    expect(await outcomes([open, speech.block(sound())])).toEqual(['rejected', 'rejected']);
    expect(Thread.all).toHaveLength(1);
  });
});
