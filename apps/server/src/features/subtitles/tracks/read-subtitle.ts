import type { SubtitleFormat } from '@sayback/contract';
import { type Cue, divideLongCues, type Problem, problem, readSubtitles } from '@sayback/subtitles';
import { unpackSubtitle } from '@sayback/subtitles/archive';
import { decode } from '@sayback/subtitles/decode';

/**
 * What is as large as the file is in the form that the database takes: the server's thread passes it on and never walks
 * through it. PostgreSQL can't store NUL and no reader needs it, so it is removed.
 */
export type SubtitleReading = {
  /** The file's content, in UTF-8. */
  content: Uint8Array;
  isBlank: boolean;
  /** Its name in the archive that it came in. */
  packed_name: string | undefined;
  encoding: string;
  format: SubtitleFormat;
  /** A list of `Cue` as JSON, in UTF-8. */
  cues: Uint8Array;
  cue_count: number;
  /** At most `MOST_PROBLEMS`, and how many more there are. */
  problems: Problem[];
};

/** A file that is no subtitle can have a problem in each of a million lines. */
const MOST_PROBLEMS = 10_000;

function firstOf(problems: Problem[]): Problem[] {
  const next = problems[MOST_PROBLEMS];
  if (!next) return problems;
  const count = problems.length - MOST_PROBLEMS;
  return [...problems.slice(0, MOST_PROBLEMS), problem(next.line, 'more', { count })];
}

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

export function readSubtitle(bytes: Uint8Array): SubtitleReading {
  const file = unpackSubtitle(bytes);
  if ('problem' in file) return rejected(file.problem);
  const decoded = decode(file.bytes);
  const text = decoded.text.replaceAll('\0', '');
  const { format, problems, ...reading } = readSubtitles(text);
  const cues = divideLongCues(reading.cues);
  return {
    content: Buffer.from(text),
    isBlank: text.trim() === '',
    packed_name: file.name,
    encoding: decoded.encoding,
    format,
    cues: Buffer.from(JSON.stringify(cues)),
    cue_count: cues.length,
    problems: firstOf(problems),
  };
}

/** Reads what is text already. As in an uploaded file, a cue that is too long for a segment is divided. */
export const readText = (text: string): Cue[] => divideLongCues(readSubtitles(text).cues);
