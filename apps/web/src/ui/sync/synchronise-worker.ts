import { synchronise } from '@sayback/subtitles';
import type { SynchroniseInput } from './synchronise-task.ts';

// `self` is the worker's global scope, although its type is that of a page.
self.addEventListener('message', ({ data }: MessageEvent<SynchroniseInput>) => {
  const { undo: _, ...result } = synchronise(data.cues, data.reference);
  postMessage(result);
});
