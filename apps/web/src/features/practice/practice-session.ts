import { buildPracticeLines, type LineOptions, type PracticeLine } from './player/practice-lines.ts';
import type { LoadedAlignment, PracticeSegment } from './queries.ts';

/** The lines of an alignment to practise, and the one to start with. */
export type PracticeSession = {
  alignmentId: number;
  segments: PracticeLine[];
  /** The learner's last position in `segments`. */
  lastSegment: number;
  /** All segments of the alignment, including those that aren't practised, and the learner's position among them. */
  loaded: readonly PracticeSegment[];
  loadedPosition: number;
};

export function createPracticeSession(loaded: LoadedAlignment, options: LineOptions): PracticeSession {
  const { alignmentId, lastSegment } = loaded;
  const segments = buildPracticeLines(loaded.segments, options);
  return {
    alignmentId,
    segments,
    lastSegment: findLineIndex(segments, lastSegment),
    loaded: loaded.segments,
    loadedPosition: lastSegment,
  };
}

/** Finds the line that contains the segment at a position in the alignment; otherwise the next line, or the last. */
export function findLineIndex(lines: readonly PracticeLine[], position: number): number {
  const index = lines.findIndex(({ lastPosition }) => lastPosition >= position);
  return index >= 0 ? index : Math.max(0, lines.length - 1);
}

/** Returns the alignment position to save as progress at a line. The last line counts as the end of the alignment. */
export function findProgressPosition({ segments, loaded }: PracticeSession, index: number): number {
  if (index === segments.length - 1) return loaded.length - 1;
  return segments[index]?.position ?? 0;
}
