import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Speech, startSpeech } from './speech.ts';
import type { SpeechRequest } from './speech-worker.ts';

type Received = { id: number; request: SpeechRequest };

/** Replies as the test says, until it is terminated. */
class FakeWorker extends EventTarget {
  static instances: FakeWorker[] = [];
  /** Called for each message. Null simulates a dead worker, whose end is not reported. */
  static onMessage: ((worker: FakeWorker, message: Received) => void) | null = null;
  isTerminated = false;
  constructor() {
    super();
    FakeWorker.instances.push(this);
  }
  postMessage(message: Received): void {
    queueMicrotask(() => FakeWorker.onMessage?.(this, message));
  }
  reply(data: object): void {
    if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate(): void {
    this.isTerminated = true;
  }
}
const respond = (worker: FakeWorker, { id, request }: Received) => worker.reply({ id, result: request.call });
const reportCrash = (worker: FakeWorker) => worker.dispatchEvent(new Event('error', { cancelable: true }));

const unhandled = vi.fn();
beforeEach(() => {
  FakeWorker.instances = [];
  FakeWorker.onMessage = respond;
  vi.stubGlobal('Worker', FakeWorker);
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
/** Waits for all calls; returns the status of each. */
async function settle(calls: Promise<unknown>[]) {
  const settled = Promise.allSettled(calls);
  await vi.advanceTimersByTimeAsync(10_000);
  return (await settled).map(({ status }) => status);
}
const makeAllCalls = (speech: Speech) => [
  speech.block(sound()),
  speech.finish(),
  speech.analyse(sound()),
  speech.compare(comparison),
];
const ALL = ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'];
const NONE = ALL.map(() => 'rejected');

describe.each([
  ['reports it', reportCrash],
  ['doesn’t report it', null],
])('a speech worker that dies and %s', (_, failure) => {
  it('before its first reply rejects all calls until the next turn', async () => {
    FakeWorker.onMessage = failure;
    const speech = startSpeech();
    speech.start(16_000, {});
    expect(await settle(makeAllCalls(speech))).toEqual(NONE);
    FakeWorker.onMessage = respond;
    // Only a turn replaces a worker that never replied.
    expect(await settle([speech.analyse(sound()), speech.finish()])).toEqual(['rejected', 'rejected']);
    expect(FakeWorker.instances).toHaveLength(1);
    speech.start(16_000, {});
    expect(await settle(makeAllCalls(speech))).toEqual(ALL);
    expect(FakeWorker.instances.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    speech.close();
  });

  it('during a turn rejects the rest of the turn, and is replaced for other calls', async () => {
    const speech = startSpeech();
    speech.start(16_000, {});
    expect(await settle([speech.block(sound())])).toEqual(['fulfilled']);
    FakeWorker.onMessage = failure;
    expect(await settle([speech.block(sound()), speech.finish()])).toEqual(['rejected', 'rejected']);
    FakeWorker.onMessage = respond;
    expect(await settle([speech.analyse(sound()), speech.compare(comparison)])).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    expect(await settle([speech.block(sound()), speech.finish()])).toEqual(['rejected', 'rejected']);
    speech.start(16_000, {});
    expect(await settle([speech.block(sound()), speech.finish()])).toEqual(['fulfilled', 'fulfilled']);
    speech.close();
  });
});

describe('the speech worker', () => {
  it('rejects a call that throws in the worker, and continues', async () => {
    const speech = startSpeech();
    FakeWorker.onMessage = (worker, { id }) => worker.reply({ id, error: 'too short' });
    expect(await settle([speech.analyse(sound())])).toEqual(['rejected']);
    FakeWorker.onMessage = respond;
    expect(await settle([speech.analyse(sound())])).toEqual(['fulfilled']);
    expect(FakeWorker.instances).toHaveLength(1);
    speech.close();
  });

  it('doesn’t time out while it keeps replying', async () => {
    FakeWorker.onMessage = (worker, message) => setTimeout(() => respond(worker, message), 5000 * message.id);
    const speech = startSpeech();
    const calls = [1, 2, 3].map(() => speech.analyse(sound()));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await settle(calls)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    speech.close();
  });

  it('rejects pending calls when it is closed, and isn’t replaced', async () => {
    FakeWorker.onMessage = null;
    const speech = startSpeech();
    speech.start(16_000, {});
    const pending = speech.finish();
    speech.close();
    speech.start(16_000, {});
    expect(await settle([pending, speech.block(sound())])).toEqual(['rejected', 'rejected']);
    expect(FakeWorker.instances).toHaveLength(1);
  });
});
