import type { Cue } from '@sayback/subtitles';
import type { CueDocument } from '../model/cue-document.ts';

/** Cues with these times in milliseconds, called 'Line 1', 'Line 2' … */
export const createCues = (...times: [number, number][]): Cue[] =>
  times.map(([start, end], index) => ({ index: index + 1, start, end, text: `Line ${index + 1}` }));

/** Creates a cue document with these times; ids count from 1. */
export function createCueDocument(...times: [number, number][]): CueDocument {
  return { cues: createCues(...times), ids: times.map((_, index) => index + 1) };
}

export const listTimes = ({ cues }: CueDocument) => cues.map(({ start, end }) => [start, end]);

export const listTexts = ({ cues }: CueDocument) => cues.map(({ text }) => text);

/** Creates cues of 2 s, each starting 3 s after the previous one. */
export const createEvenCueDocument = (count: number): CueDocument =>
  createCueDocument(
    ...Array.from({ length: count }, (_, index): [number, number] => [index * 3000, index * 3000 + 2000]),
  );
