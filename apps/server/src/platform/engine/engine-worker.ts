import {
  type AlignedSegment,
  align,
  type Cue,
  type Problem,
  previewRegex,
  type ReadFormat,
  type Refusal,
  type RegexChange,
  type RegexEdit,
  readSubtitles,
  readYouTubeCaptions,
  writeSrt,
  writeVtt,
} from '@sayback/subtitles';
import { decode } from '@sayback/subtitles/decode';

/** What runs in a worker thread: each function is a task of the engine, by its name. */

export type SubtitleReading = {
  /** The file's content as text. */
  text: string;
  encoding: string;
  format: ReadFormat;
  cues: Cue[];
  problems: Problem[];
};

export function readSubtitle(bytes: Uint8Array): SubtitleReading {
  const { text, encoding } = decode(bytes);
  return { text, encoding, ...readSubtitles(text) };
}

/** Reads what is text already. */
export const readText = (text: string): Cue[] => readSubtitles(text).cues;

/** What YouTube serves as captions, as WebVTT with every line once; null where no cue is in it. */
export function readCaptions(text: string): string | null {
  const reading = readYouTubeCaptions(text);
  return reading.cues.length === 0 ? null : writeVtt(reading);
}

export type WriteTask = { cues: Cue[]; format: 'srt' | 'vtt' };

export const writeCues = ({ cues, format }: WriteTask): string =>
  format === 'vtt' ? writeVtt(cues) : writeSrt(cues);

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
export { readTable, writeCsv, writeTsv } from './segment-table.ts';
