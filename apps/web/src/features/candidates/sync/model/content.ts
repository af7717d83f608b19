import { type Cue, readSubtitles, writeSrt } from '@sayback/subtitles';
import type { CueDocument } from './cue-document.ts';

/** Parses a version, in any format. */
export function readContent(content: string): CueDocument {
  const { cues } = readSubtitles(content);
  return { cues, ids: cues.map((_, index) => index + 1) };
}

export const writeContent = ({ cues }: CueDocument): string => writeSrt(cues);

export const hasText = ({ text }: Cue) => text.trim() !== '';

/** Returns true if there is anything to save. */
export const isWritable = ({ cues }: CueDocument) => cues.some(hasText);
