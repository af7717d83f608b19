import { type Cue, readSubtitles, writeSrt } from '@sayback/subtitles';
import type { CueDocument } from './cue-document.ts';

/** The cues of a version, whichever format it is in, as a cue document. */
export function readContent(content: string): CueDocument {
  const { cues } = readSubtitles(content);
  return { cues, ids: cues.map((_, at) => at + 1) };
}

/** A cue document as it is saved: SRT, without the segments that have no text. */
export const writeContent = ({ cues }: CueDocument): string => writeSrt(cues);

export const hasText = ({ text }: Cue) => text.trim() !== '';

/** Returns true if there is anything to save. */
export const isWritable = ({ cues }: CueDocument) => cues.some(hasText);
