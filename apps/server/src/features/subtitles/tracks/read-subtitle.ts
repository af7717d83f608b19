import type { SubtitleFormat } from '@sayback/contract';
import {
  type Cue,
  divideLongCues,
  type Problem,
  problem,
  readSubtitles,
  replaceCharacter,
} from '@sayback/subtitles';
import { unpackSubtitle } from '@sayback/subtitles/archive';
import { decode } from '@sayback/subtitles/decode';

/**
 * Columns for a file, serialised in the worker thread, so that the main thread needn't parse them. NUL is removed, since
 * PostgreSQL can't store it.
 */
export type SubtitleReading = {
  /** The file's content, in UTF-8. */
  content: Uint8Array;
  isBlank: boolean;
  /** The file's name in the uploaded archive, if any. */
  packed_name: string | undefined;
  encoding: string;
  format: SubtitleFormat;
  /** JSON of a list of `Cue`, in UTF-8. */
  cues: Uint8Array;
  cue_count: number;
  problems: Problem[];
};

const createRejection = (reason: Problem): SubtitleReading => ({
  content: new Uint8Array(),
  isBlank: false,
  packed_name: undefined,
  encoding: 'utf-8',
  format: 'srt',
  cues: Buffer.from('[]'),
  cue_count: 0,
  problems: [reason],
});

/** Limits the JSON's size, since control characters become six times as long. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;
const BATCH_SIZE = 1000;

/** Serialises a list to JSON, in UTF-8; null if it would be too large. */
function writeJson(list: readonly unknown[]): Uint8Array | null {
  const chunks: Buffer[] = [];
  let size = 0;
  for (let start = 0; start < list.length && size <= MAX_JSON_BYTES; start += BATCH_SIZE) {
    const items = JSON.stringify(list.slice(start, start + BATCH_SIZE)).slice(1, -1);
    const chunk = Buffer.from(start === 0 ? items : `,${items}`);
    chunks.push(chunk);
    size += chunk.length;
  }
  return size > MAX_JSON_BYTES ? null : Buffer.concat([Buffer.from('['), ...chunks, Buffer.from(']')]);
}

export function readSubtitle(bytes: Uint8Array): SubtitleReading {
  const file = unpackSubtitle(bytes);
  if ('problem' in file) return createRejection(file.problem);
  const decoded = decode(file.bytes);
  const text = replaceCharacter(decoded.text, '\0', '');
  const { format, problems, ...reading } = readSubtitles(text);
  const cues = divideLongCues(reading.cues);
  const written = writeJson(cues);
  if (written === null) return createRejection(problem(1, 'tooMuchText'));
  return {
    content: Buffer.from(text),
    isBlank: text.trim() === '',
    packed_name: file.name,
    encoding: decoded.encoding,
    format,
    cues: written,
    cue_count: cues.length,
    problems,
  };
}

/** Reads decoded text. Divides cues that are too long for a segment, as in an uploaded file. */
export const readText = (text: string): Cue[] => divideLongCues(readSubtitles(text).cues);
