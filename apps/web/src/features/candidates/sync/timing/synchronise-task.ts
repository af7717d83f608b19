import type { Cue, Synchronised } from '@sayback/subtitles';

export type SynchroniseOrder = { cues: readonly Cue[]; reference: readonly Cue[] };
export type SynchroniseAnswer = Omit<Synchronised, 'undo'>;

/** Has cues brought onto the clock of others, in a thread of its own. Rejects when the thread fails, or is called off. */
export function synchroniseInThread(
  order: SynchroniseOrder,
  signal: AbortSignal,
): Promise<SynchroniseAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./synchronise-worker.ts', import.meta.url), { type: 'module' });
    const leave = () => worker.terminate();
    signal.addEventListener('abort', () => {
      leave();
      reject(signal.reason);
    });
    worker.addEventListener('message', ({ data }: MessageEvent<SynchroniseAnswer>) => {
      leave();
      resolve(data);
    });
    worker.addEventListener('error', () => {
      leave();
      reject(new Error('the thread that synchronises failed'));
    });
    worker.postMessage(order);
  });
}
