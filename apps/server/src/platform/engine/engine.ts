import type { AlignedSegment } from '@sayback/subtitles';
import { Piscina } from 'piscina';
import type { AlignTask, SubtitleReading } from './engine-worker.ts';

export type { SubtitleReading } from './engine-worker.ts';

/** The subtitle engine in worker threads: what takes processor time doesn't hold up the server. */
export type Engine = {
  readSubtitle: (bytes: Uint8Array) => Promise<SubtitleReading>;
  align: (task: AlignTask) => Promise<AlignedSegment[]>;
  close: () => Promise<void>;
};

const IDLE_MS = 60_000;

/** Starts threads when there is work, and lets them go when there is none. */
export function openEngine(): Engine {
  const fromSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina({
    filename: new URL(fromSource ? './source-worker.mjs' : './engine-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: IDLE_MS,
    ...(fromSource && { execArgv: ['--conditions=source'] }),
  });
  return {
    readSubtitle: (bytes) => pool.run(bytes, { name: 'readSubtitle' }),
    align: (task) => pool.run(task, { name: 'alignCues' }),
    close: () => pool.destroy(),
  };
}
