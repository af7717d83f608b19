/** Who stands where in the picture. */
export type Side = 'left' | 'right';

export type Mood = 'calm' | 'happy' | 'worried' | 'surprised';

/** `detail` is a close look at a thing; each scene says where that is. */
export type Shot = 'wide' | Side | 'detail';

export interface Line {
  who: Side;
  text: string;
  /** What espeak-ng is given, where it would misread the text itself. */
  say?: string;
  mood?: Mood;
  shot?: Shot;
  /** Silence before the line in milliseconds. */
  pause?: number;
}

export interface Voice {
  /** An espeak-ng voice with its variant. */
  name: string;
  /** 0 to 99, espeak-ng's own scale. */
  pitch: number;
  wordsPerMinute: number;
}

/** One cue of a translation. Line numbers are 1-based, as in a subtitle file. */
export type TargetCue =
  | { of: number | [number, number]; text: string }
  /** A share of one line, from 0 to 1. */
  | { of: number; part: [number, number]; text: string }
  /** A cue that translates nothing, a credit or a sound: `delay` milliseconds after the end of a line. */
  | { after: number; delay: number; for: number; text: string };

export type SubtitleFormat = 'srt' | 'vtt';
export type Encoding = 'utf-8' | 'utf-8-bom' | 'windows-1252';

export interface Target {
  language: string;
  format: SubtitleFormat;
  encoding: Encoding;
  /** Added to every time, as if the file had been made for another cut. Milliseconds. */
  shift: number;
  /** How far a border may stray from the spoken line. Milliseconds. */
  stray: number;
  cues: TargetCue[];
}

export type SoundKind = 'chime' | 'train-leaves' | 'train-arrives' | 'bell' | 'meow';

export interface Sound {
  kind: SoundKind;
  /** Starts so long after the clip's start, or after the end of a line. */
  at: number | { afterLine: number; delay: number };
}

export type SceneName = 'street' | 'market' | 'station';

export interface Clip {
  slug: string;
  title: string;
  description: string;
  original_language: string;
  country: string | null;
  originalFormat: SubtitleFormat;
  scene: SceneName;
  voices: Record<Side, Voice>;
  /** Milliseconds before the first line and after the last. */
  intro: number;
  outro: number;
  /** A moment in this line makes the poster (1-based). */
  posterLine: number;
  sounds: Sound[];
  lines: Line[];
  targets: Target[];
}
