import type { Cue, Synchronised } from '@sayback/subtitles';

export type SynchroniseInput = { cues: readonly Cue[]; reference: readonly Cue[] };
export type SynchroniseResult = Omit<Synchronised, 'undo'>;

/** Synchronises cues with a reference in a worker. Rejects if the worker fails or is aborted. */
export function synchroniseInWorker(
  input: SynchroniseInput,
  signal: AbortSignal,
): Promise<SynchroniseResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./synchronise-worker.ts', import.meta.url), { type: 'module' });
    const terminate = () => worker.terminate();
    signal.addEventListener('abort', () => {
      terminate();
      reject(signal.reason);
    });
    worker.addEventListener('message', ({ data }: MessageEvent<SynchroniseResult>) => {
      terminate();
      resolve(data);
    });
    worker.addEventListener('error', () => {
      terminate();
      reject(new Error('the synchronising worker failed'));
    });
    worker.postMessage(input);
  });
}
