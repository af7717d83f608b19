import type { SpeechFrames, TurnOptions, TurnState } from '@sayback/speech';
import type { Compared, SpeechReply, SpeechRequest } from './speech-worker.ts';

/** The speech engine, away from the page's thread. Rejects once the worker has failed. */
export type Speech = {
  start(sampleRate: number, turn: TurnOptions): void;
  block(samples: Float32Array<ArrayBuffer>): Promise<TurnState>;
  finish(): Promise<SpeechFrames>;
  /** Mono sound at 16 kHz. */
  analyse(samples: Float32Array): Promise<SpeechFrames>;
  compare(request: Omit<Extract<SpeechRequest, { call: 'compare' }>, 'call'>): Promise<Compared>;
  close(): void;
};

export function startSpeech(): Speech {
  const worker = new Worker(new URL('./speech-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<SpeechReply>) => {
    waiting.get(data.id)?.resolve(data.result);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('the speech worker failed'));
    waiting.clear();
  });
  function post<T>(request: SpeechRequest, transfer: Transferable[] = []): Promise<T> {
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: (result) => resolve(result as T), reject });
      worker.postMessage({ id, request }, transfer);
    });
  }
  return {
    start: (sampleRate, turn) => void post({ call: 'begin', sampleRate, turn }),
    block: (samples) => post({ call: 'block', samples }, [samples.buffer]),
    finish: () => post({ call: 'finish' }),
    analyse: (samples) => post({ call: 'analyse', samples }),
    compare: (request) => post({ call: 'compare', ...request }),
    close: () => worker.terminate(),
  };
}
