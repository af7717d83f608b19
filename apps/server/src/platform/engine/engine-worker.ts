import { type AlignedSegment, align, type Cue, type Problem, readSubtitles } from '@sayback/subtitles';
import { decode } from '@sayback/subtitles/decode';

/** What runs in a worker thread: each function is a task of the engine, by its name. */

export type SubtitleReading = {
  /** The file's content as text. */
  text: string;
  encoding: string;
  format: 'srt' | 'vtt';
  cues: Cue[];
  problems: Problem[];
};

export function readSubtitle(bytes: Uint8Array): SubtitleReading {
  const { text, encoding } = decode(bytes);
  return { text, encoding, ...readSubtitles(text) };
}

export type AlignTask = { original: Cue[]; target: Cue[]; originalLanguage: string; targetLanguage: string };

export function alignCues({ original, target, ...languages }: AlignTask): AlignedSegment[] {
  return align(original, target, languages);
}
