import type { Cue } from '@sayback/subtitles';
import type { CueDocument } from '../model/cue-document.ts';

/** Cues with these times in milliseconds, called 'Line 1', 'Line 2' … */
export const cuesAt = (...times: [number, number][]): Cue[] =>
  times.map(([start, end], at) => ({ index: at + 1, start, end, text: `Line ${at + 1}` }));

/** Creates a cue document with these times; ids count from 1. */
export function cueDocumentAt(...times: [number, number][]): CueDocument {
  return { cues: cuesAt(...times), ids: times.map((_, at) => at + 1) };
}

export const timesIn = ({ cues }: CueDocument) => cues.map(({ start, end }) => [start, end]);

export const textsIn = ({ cues }: CueDocument) => cues.map(({ text }) => text);

/** Creates cues of 2 s, each starting 3 s after the previous one. */
export const evenCueDocument = (count: number): CueDocument =>
  cueDocumentAt(...Array.from({ length: count }, (_, at): [number, number] => [at * 3000, at * 3000 + 2000]));
