import { type Cue, readSubtitles, writeSrt } from '@sayback/subtitles';
import type { Sheet } from './sheet.ts';

/** The cues of a version, whichever format it is in, as a sheet. */
export function readContent(content: string): Sheet {
  const { cues } = readSubtitles(content);
  return { cues, ids: cues.map((_, at) => at + 1) };
}

/** A sheet as it is saved: SRT, without the segments that have no text. */
export const writeContent = ({ cues }: Sheet): string => writeSrt(cues);

export const hasText = ({ text }: Cue) => text.trim() !== '';

/** Whether there is anything to save. */
export const isWritable = ({ cues }: Sheet) => cues.some(hasText);
