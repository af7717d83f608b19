import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CaptionFormat, Reading } from '@sayback/subtitles';
import { isVtt, readVtt, readYouTubeCaptions } from '@sayback/subtitles';
import { unpackSubtitle } from '@sayback/subtitles/archive';
import { decode } from '@sayback/subtitles/decode';
import type { Terminal } from './terminal.ts';

export type FileProblem = { line: number; message: string };

/** A file that was read; `encoding` and `format` are null if it couldn't be opened. */
export type Input = Omit<Reading, 'problems'> & {
  file: string;
  problems: FileProblem[];
  encoding: string | null;
  format: CaptionFormat | null;
};

/**
 * Reads a subtitle file of any format and encoding, or the only one in a zip archive; '-' is standard input. Never throws: a
 * file that can't be opened has no cues, and a problem.
 */
export async function readInput(terminal: Terminal, file: string): Promise<Input> {
  try {
    const unpacked = unpackSubtitle(await readBytes(terminal, file));
    if ('problem' in unpacked) return rejected(file, unpacked.problem);
    const { text, encoding } = decode(unpacked.bytes);
    const isBroken = isBrokenVtt(file, text);
    const reading = isBroken ? { format: 'vtt' as const, ...readVtt(text) } : readYouTubeCaptions(text);
    const problems = reading.problems.map(({ line, message }) => ({ line, message }));
    return { ...reading, file, encoding, problems };
  } catch (error) {
    return rejected(file, { line: 1, message: explain(error) });
  }
}

const rejected = (file: string, { line, message }: FileProblem): Input => ({
  file,
  encoding: null,
  format: null,
  cues: [],
  problems: [{ line, message }],
});

/**
 * Returns true for a file named as WebVTT without its signature: browsers ignore it, and so do we. With SubRip's commas it is
 * SubRip under a wrong name.
 */
function isBrokenVtt(file: string, text: string): boolean {
  return /\.vtt$/i.test(file) && !isVtt(text) && !/\d,\d{3}\s*-->/.test(text);
}

/** Returns true if a file couldn't be opened or has no cue. */
export function isUnreadable({ cues }: Input): boolean {
  return cues.length === 0;
}

async function readBytes({ cwd, stdin }: Terminal, file: string): Promise<Uint8Array> {
  if (file !== '-') return readFile(resolve(cwd, file));
  return buffer(stdin);
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not permitted',
};

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return `The file could not be opened: ${reason}.`;
}
