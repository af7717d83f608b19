import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CaptionFormat, Reading } from '@sayback/subtitles';
import { isVtt, readVtt, readYouTubeCaptions } from '@sayback/subtitles';
import { unpackSubtitle } from '@sayback/subtitles/archive';
import { decode } from '@sayback/subtitles/decode';
import type { Terminal } from './terminal.ts';

export type FileProblem = { line: number; message: string };

/** A file's content. `encoding` and `format` are null if the file couldn't be opened. */
export type Input = Omit<Reading, 'problems'> & {
  file: string;
  problems: FileProblem[];
  encoding: string | null;
  format: CaptionFormat | null;
};

/**
 * Reads a subtitle file in any format and encoding, or the only one in a zip archive. '-' is standard input. Doesn't throw if the
 * file can't be opened, but returns a problem and no cues.
 */
export async function readInput(terminal: Terminal, file: string): Promise<Input> {
  try {
    const unpacked = unpackSubtitle(await readBytes(terminal, file));
    if ('problem' in unpacked) return createUnreadable(file, unpacked.problem);
    const { text, encoding } = decode(unpacked.bytes);
    const isBroken = isBrokenVtt(file, text);
    const reading = isBroken ? { format: 'vtt' as const, ...readVtt(text) } : readYouTubeCaptions(text);
    const problems = reading.problems.map(({ line, message }) => ({ line, message }));
    return { ...reading, file, encoding, problems };
  } catch (error) {
    return createUnreadable(file, { line: 1, message: describeError(error) });
  }
}

const createUnreadable = (file: string, { line, message }: FileProblem): Input => ({
  file,
  encoding: null,
  format: null,
  cues: [],
  problems: [{ line, message }],
});

/**
 * Returns true for a .vtt file without the WebVTT signature, which browsers also reject. A file with SubRip's commas is read as
 * SubRip.
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

function describeError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return `The file could not be opened: ${reason}.`;
}
