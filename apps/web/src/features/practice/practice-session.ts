import type { LineOptions, PracticeLine } from './player/practice-lines.ts';
import { practiceLines } from './player/practice-lines.ts';
import type { LoadedAlignment, PracticeSegment } from './queries.ts';

/** The lines of an alignment to practise, and the one to start with. */
export type PracticeSession = {
  alignmentId: number;
  segments: PracticeLine[];
  /** The learner's last position in `segments`. */
  lastSegment: number;
  /** All segments of the alignment, including those without a text to say, and the learner's position among them. */
  loaded: readonly PracticeSegment[];
  loadedPosition: number;
};

export function practiceSession(loaded: LoadedAlignment, options: LineOptions): PracticeSession {
  const { alignmentId, lastSegment } = loaded;
  const segments = practiceLines(loaded.segments, options);
  return {
    alignmentId,
    segments,
    lastSegment: lineAt(segments, lastSegment),
    loaded: loaded.segments,
    loadedPosition: lastSegment,
  };
}

/** Returns the line that contains the segment at that position of the alignment, or the next line, or the last. */
export function lineAt(lines: readonly PracticeLine[], position: number): number {
  const index = lines.findIndex(({ through }) => through >= position);
  return index >= 0 ? index : Math.max(0, lines.length - 1);
}

/** Returns a line's position in the alignment, for saving: the last line counts as the end of the alignment. */
export function toPlace({ segments, loaded }: PracticeSession, index: number): number {
  if (index === segments.length - 1) return loaded.length - 1;
  return segments[index]?.position ?? 0;
}
