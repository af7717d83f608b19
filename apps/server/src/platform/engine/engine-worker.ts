import type { SubtitleFormat } from '@sayback/contract';
import {
  type AlignedSegment,
  align,
  type Cue,
  divideLongCues,
  type Problem,
  previewRegex,
  problem,
  type Refusal,
  type RegexChange,
  type RegexEdit,
  readSubtitles,
  readYouTubeCaptions,
  type WrittenFormat,
  writeSubtitles,
  writeVtt,
} from '@sayback/subtitles';
import { decode } from '@sayback/subtitles/decode';

/** What runs in a worker thread: each function is a task of the engine, by its name. */

/**
 * What is as large as the file comes in the form that the database takes it in: the server's thread hands it on, and never
 * goes over it. PostgreSQL can't hold NUL and no reader has a use for it: there is none in it.
 */
export type SubtitleReading = {
  /** The file's content, in UTF-8. */
  content: Buffer;
  isBlank: boolean;
  encoding: string;
  format: SubtitleFormat;
  /** A list of `Cue` as JSON, in UTF-8. */
  cues: Buffer;
  cue_count: number;
  /** Of more than `MOST_PROBLEMS` the first ones, and how many there are behind them. */
  problems: Problem[];
};

/** A file that is none can have one in each of a million lines. */
const MOST_PROBLEMS = 10_000;

function firstOf(problems: Problem[]): Problem[] {
  const next = problems[MOST_PROBLEMS];
  if (!next) return problems;
  const count = problems.length - MOST_PROBLEMS;
  return [...problems.slice(0, MOST_PROBLEMS), problem(next.line, 'more', { count })];
}

export function readSubtitle(bytes: Uint8Array): SubtitleReading {
  const decoded = decode(bytes);
  const text = decoded.text.replaceAll('\0', '');
  const { format, problems, ...reading } = readSubtitles(text);
  const cues = divideLongCues(reading.cues);
  return {
    content: Buffer.from(text),
    isBlank: text.trim() === '',
    encoding: decoded.encoding,
    format,
    cues: Buffer.from(JSON.stringify(cues)),
    cue_count: cues.length,
    problems: firstOf(problems),
  };
}

/** Reads what is text already. As in an uploaded file, what is too long for a segment is divided. */
export const readText = (text: string): Cue[] => divideLongCues(readSubtitles(text).cues);

/** What YouTube serves as captions, as WebVTT with every line once; null where no cue is in it. */
export function readCaptions(text: string): string | null {
  const reading = readYouTubeCaptions(text);
  return reading.cues.length === 0 ? null : writeVtt(reading);
}

export type WriteTask = { cues: Cue[]; format: WrittenFormat };

export const writeCues = ({ cues, format }: WriteTask): string => writeSubtitles(format, cues);

export type RegexTask = { texts: string[]; edit: RegexEdit };

/** Every text that the pattern is found in, those too that stay as they are. */
export function findMatches({ texts, edit }: RegexTask): RegexChange[] | Refusal {
  const preview = previewRegex(texts, edit);
  if ('problem' in preview) return preview;
  const found = new Map(preview.changes.map((change) => [change.position, change]));
  const unchanged = preview.matched.filter((position) => !found.has(position));
  // The preview tells places in texts that change alone: deleting what is found makes these change.
  const { pattern, ignoreCase = false } = edit;
  const places = previewRegex(
    unchanged.map((position) => texts[position] ?? ''),
    { pattern, ignoreCase, replacement: '' },
  );
  for (const { position: at, before, matches } of 'problem' in places ? [] : places.changes) {
    const position = unchanged[at] ?? 0;
    const same = matches.map((match) => ({ before: match.before, after: match.before }));
    found.set(position, { position, before, after: before, matches: same });
  }
  return [...found.values()].sort((a, b) => a.position - b.position);
}

export type AlignTask = { original: Cue[]; target: Cue[]; originalLanguage: string; targetLanguage: string };

export function alignCues({ original, target, ...languages }: AlignTask): AlignedSegment[] {
  return align(original, target, languages);
}

export { writeCollection } from './anki-collection.ts';
export { checkSrt, cleanText, convertToSrt, countCues } from './candidate-texts.ts';
export { readTable, writeCsv, writeCueCsv, writeTsv } from './segment-table.ts';
