import { synchronise } from '@sayback/subtitles';
import type { SynchroniseOrder } from './synchronise-task.ts';

// A worker's own scope, which the page's types don't know: it takes messages and answers them.
self.addEventListener('message', ({ data }: MessageEvent<SynchroniseOrder>) => {
  const { undo: _, ...answer } = synchronise(data.cues, data.reference);
  postMessage(answer);
});
