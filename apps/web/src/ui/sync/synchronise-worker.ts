import { synchronise } from '@sayback/subtitles';
import type { SynchroniseInput } from './synchronise-task.ts';

// `self` is a worker's scope here, which the page's types don't know.
self.addEventListener('message', ({ data }: MessageEvent<SynchroniseInput>) => {
  const { undo: _, ...answer } = synchronise(data.cues, data.reference);
  postMessage(answer);
});
