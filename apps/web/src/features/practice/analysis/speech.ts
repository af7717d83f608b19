import type { SpeechFrames, TurnOptions, TurnState } from '@sayback/speech';
import type { ComparisonResult, SpeechReply, SpeechRequest } from './speech-worker.ts';

/**
 * Runs the speech engine in a worker. Once the worker has failed, all calls reject until `start` begins the next turn on a new
 * one; a worker that has replied before is replaced at once for `analyse` and `compare`.
 */
export type Speech = {
  start(sampleRate: number, turn: TurnOptions): void;
  block(samples: Float32Array<ArrayBuffer>): Promise<TurnState>;
  finish(): Promise<SpeechFrames>;
  /** Mono sound at 16 kHz. */
  analyse(samples: Float32Array): Promise<SpeechFrames>;
  compare(request: Omit<Extract<SpeechRequest, { call: 'compare' }>, 'call'>): Promise<ComparisonResult>;
  close(): void;
};

/** Milliseconds without a reply after which a worker counts as dead: a worker can end without an event. */
const TIMEOUT_MS = 8000;

export function startSpeech(): Speech {
  const pendingCalls = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  let lastId = 0;
  let hasReplied = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let worker: Worker | null = spawn();
  /** The worker that has the current turn's sound. */
  let turnWorker: Worker | null = null;

  function spawn(): Worker {
    hasReplied = false;
    const spawned = new Worker(new URL('./speech-worker.ts', import.meta.url), { type: 'module' });
    spawned.addEventListener('message', ({ data }: MessageEvent<SpeechReply>) => {
      hasReplied = true;
      if ('error' in data) pendingCalls.get(data.id)?.reject(new Error(data.error));
      else pendingCalls.get(data.id)?.resolve(data.result);
      pendingCalls.delete(data.id);
      restartTimeout();
    });
    for (const type of ['error', 'messageerror']) {
      spawned.addEventListener(type, (event) => {
        event.preventDefault();
        if (worker === spawned) fail();
      });
    }
    return spawned;
  }

  function restartTimeout(): void {
    clearTimeout(timer);
    if (pendingCalls.size > 0) timer = setTimeout(fail, TIMEOUT_MS);
  }

  function fail(): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of pendingCalls.values()) reject(new Error('the speech worker failed'));
    pendingCalls.clear();
    restartTimeout();
  }

  function post<T>(request: SpeechRequest, transfer: Transferable[] = []): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const needsTurn = request.call === 'block' || request.call === 'finish';
      const canStart = !isClosed && (request.call === 'begin' || (hasReplied && !needsTurn));
      if (!worker && canStart) worker = spawn();
      if (request.call === 'begin') turnWorker = worker;
      if (!worker || (needsTurn && turnWorker !== worker)) throw new Error('the speech worker failed');
      const id = ++lastId;
      worker.postMessage({ id, request }, transfer);
      pendingCalls.set(id, { resolve: (result) => resolve(result as T), reject });
      if (pendingCalls.size === 1) restartTimeout();
    });
  }
  return {
    // If it fails, each block fails too.
    start: (sampleRate, turn) => void post({ call: 'begin', sampleRate, turn }).catch(() => undefined),
    block: (samples) => post({ call: 'block', samples }, [samples.buffer]),
    finish: () => post({ call: 'finish' }),
    analyse: (samples) => post({ call: 'analyse', samples }),
    compare: (request) => post({ call: 'compare', ...request }),
    close() {
      isClosed = true;
      fail();
    },
  };
}
