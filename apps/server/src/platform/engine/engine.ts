import type { AlignedSegment, Cue, Refusal, RegexChange } from '@sayback/subtitles';
import { Piscina } from 'piscina';
import type { Deck } from './anki-collection.ts';
import type { CleanedText, CleaningTask, checkSrt } from './candidate-texts.ts';
import type { AlignTask, RegexTask, SubtitleReading, WriteTask } from './engine-worker.ts';
import type { TableCard, TableProblem, TableRow, TableSegment } from './segment-table.ts';

export type { Deck } from './anki-collection.ts';
export type { SubtitleReading } from './engine-worker.ts';
export type { TableCard, TableRow, TableSegment } from './segment-table.ts';

/** The subtitle engine in worker threads: what takes processor time doesn't hold up the server. */
export type Engine = {
  readSubtitle: (bytes: Uint8Array) => Promise<SubtitleReading>;
  readText: (text: string) => Promise<Cue[]>;
  /** What YouTube serves as captions, as WebVTT with every line once; null where no cue is in it. */
  readCaptions: (text: string) => Promise<string | null>;
  countCues: (text: string) => Promise<number>;
  convertToSrt: (text: string) => Promise<string>;
  clean: (task: CleaningTask) => Promise<CleanedText>;
  checkSrt: (text: string) => Promise<ReturnType<typeof checkSrt>>;
  write: (task: WriteTask) => Promise<string>;
  align: (task: AlignTask) => Promise<AlignedSegment[]>;
  /** Aborting the signal ends the thread: a pattern may take as long as it likes. */
  findMatches: (task: RegexTask, signal: AbortSignal) => Promise<RegexChange[] | Refusal>;
  writeCsv: (segments: readonly TableSegment[]) => Promise<string>;
  writeCueCsv: (cues: readonly Cue[]) => Promise<string>;
  writeTsv: (cards: readonly TableCard[]) => Promise<string>;
  readTable: (bytes: Uint8Array) => Promise<TableRow[] | TableProblem>;
  /** A deck as the SQLite file of an Anki package. */
  writeCollection: (deck: Deck) => Promise<Uint8Array>;
  /** Threads that there are, and work that waits for one. */
  load: () => { threads: number; waiting: number };
  close: () => Promise<void>;
};

const IDLE_MS = 60_000;

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Starts threads when there is work, and lets them go when there is none. */
export function openEngine(): Engine {
  const fromSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina({
    filename: new URL(fromSource ? './engine-worker.ts' : './engine-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: IDLE_MS,
    ...(fromSource && { execArgv: ['--conditions=source'] }),
  });
  return {
    async readSubtitle(bytes) {
      const reading: SubtitleReading = await pool.run(bytes, { name: 'readSubtitle' });
      // Buffers come from another thread as plain arrays.
      return { ...reading, content: asBuffer(reading.content), cues: asBuffer(reading.cues) };
    },
    readText: (text) => pool.run(text, { name: 'readText' }),
    readCaptions: (text) => pool.run(text, { name: 'readCaptions' }),
    countCues: (text) => pool.run(text, { name: 'countCues' }),
    convertToSrt: (text) => pool.run(text, { name: 'convertToSrt' }),
    clean: (task) => pool.run(task, { name: 'cleanText' }),
    checkSrt: (text) => pool.run(text, { name: 'checkSrt' }),
    write: (task) => pool.run(task, { name: 'writeCues' }),
    align: (task) => pool.run(task, { name: 'alignCues' }),
    findMatches: (task, signal) => pool.run(task, { name: 'findMatches', signal }),
    writeCsv: (segments) => pool.run(segments, { name: 'writeCsv' }),
    writeCueCsv: (cues) => pool.run(cues, { name: 'writeCueCsv' }),
    writeTsv: (cards) => pool.run(cards, { name: 'writeTsv' }),
    readTable: (bytes) => pool.run(bytes, { name: 'readTable' }),
    writeCollection: (deck) => pool.run(deck, { name: 'writeCollection' }),
    load: () => ({ threads: pool.threads.length, waiting: pool.queueSize }),
    close: () => pool.destroy(),
  };
}
