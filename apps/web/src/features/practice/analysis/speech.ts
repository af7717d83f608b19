import type { SpeechFrames, TurnOptions, TurnState } from '@sayback/speech';
import type { Compared, SpeechReply, SpeechRequest } from './speech-worker.ts';

/**
 * Runs the speech engine in a worker. Once the worker has failed, all calls reject until `start` begins the next turn on a new
 * one; a worker that had worked before is replaced at once for `analyse` and `compare`.
 */
export type Speech = {
  start(sampleRate: number, turn: TurnOptions): void;
  block(samples: Float32Array<ArrayBuffer>): Promise<TurnState>;
  finish(): Promise<SpeechFrames>;
  /** Mono sound at 16 kHz. */
  analyse(samples: Float32Array): Promise<SpeechFrames>;
  compare(request: Omit<Extract<SpeechRequest, { call: 'compare' }>, 'call'>): Promise<Compared>;
  close(): void;
};

/** Milliseconds without a reply after which a worker counts as dead: the page gets no event when its worker ends. */
const TIMEOUT_MS = 8000;

export function startSpeech(): Speech {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
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
      if ('error' in data) waiting.get(data.id)?.reject(new Error(data.error));
      else waiting.get(data.id)?.resolve(data.result);
      waiting.delete(data.id);
      watch();
    });
    for (const type of ['error', 'messageerror']) {
      spawned.addEventListener(type, (event) => {
        event.preventDefault();
        if (worker === spawned) fail();
      });
    }
    return spawned;
  }

  function watch(): void {
    clearTimeout(timer);
    if (waiting.size > 0) timer = setTimeout(fail, TIMEOUT_MS);
  }

  function fail(): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error('the speech worker failed'));
    waiting.clear();
    watch();
  }

  function post<T>(request: SpeechRequest, transfer: Transferable[] = []): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const isOfTurn = request.call === 'block' || request.call === 'finish';
      const canStart = !isClosed && (request.call === 'begin' || (hasReplied && !isOfTurn));
      if (!worker && canStart) worker = spawn();
      if (request.call === 'begin') turnWorker = worker;
      if (!worker || (isOfTurn && turnWorker !== worker)) throw new Error('the speech worker failed');
      const id = ++last;
      worker.postMessage({ id, request }, transfer);
      waiting.set(id, { resolve: (result) => resolve(result as T), reject });
      if (waiting.size === 1) watch();
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
