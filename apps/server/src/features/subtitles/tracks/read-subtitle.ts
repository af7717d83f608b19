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
 * Columns for a file, serialised in the worker thread, so that the main thread passes them on unread. NUL is removed, since
 * PostgreSQL can't store it and no reader needs it.
 */
export type SubtitleReading = {
  /** The file's content, in UTF-8. */
  content: Uint8Array;
  isBlank: boolean;
  /** Its name in the uploaded archive. */
  packed_name: string | undefined;
  encoding: string;
  format: SubtitleFormat;
  /** JSON of a list of `Cue`, in UTF-8. */
  cues: Uint8Array;
  cue_count: number;
  problems: Problem[];
};

const rejected = (reason: Problem): SubtitleReading => ({
  content: new Uint8Array(),
  isBlank: false,
  packed_name: undefined,
  encoding: 'utf-8',
  format: 'srt',
  cues: Buffer.from('[]'),
  cue_count: 0,
  problems: [reason],
});

/** A file of control characters grows sixfold. */
const LARGEST_JSON_BYTES = 64 * 1024 * 1024;
const AT_ONCE = 1000;

/** Serialises a list to JSON, in UTF-8; null if it would be too large. */
function writeJson(list: readonly unknown[]): Uint8Array | null {
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < list.length && size <= LARGEST_JSON_BYTES; at += AT_ONCE) {
    const part = JSON.stringify(list.slice(at, at + AT_ONCE)).slice(1, -1);
    parts.push(Buffer.from(at === 0 ? part : `,${part}`));
    size += parts.at(-1)?.length ?? 0;
  }
  return size > LARGEST_JSON_BYTES ? null : Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
}

export function readSubtitle(bytes: Uint8Array): SubtitleReading {
  const file = unpackSubtitle(bytes);
  if ('problem' in file) return rejected(file.problem);
  const decoded = decode(file.bytes);
  const text = replaceCharacter(decoded.text, '\0', '');
  const { format, problems, ...reading } = readSubtitles(text);
  const cues = divideLongCues(reading.cues);
  const written = writeJson(cues);
  if (written === null) return rejected(problem(1, 'tooMuchText'));
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

/** Reads decoded text. As in an uploaded file, a cue that is too long for a segment is divided. */
export const readText = (text: string): Cue[] => divideLongCues(readSubtitles(text).cues);
