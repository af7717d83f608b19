import type { LineIdentity } from '@sayback/contract';
import type { RememberedLine, StoredMemory } from '../reviews/card-store.ts';
import { findNearestLine, matchLines } from './match-lines.ts';

type FoundLine = {
  /** Part of the key of the line's cards. */
  start_ms: number;
  /** Null if the line is missing from its video. */
  segment: StoredMemory['segments'][number] | null;
};

/**
 * Finds the segment of the line that a learner answered or marked, and the key of its cards: a new one if it isn't remembered
 * yet. Returns null if the line is neither in the video nor remembered.
 */
export function findLine(
  requested: LineIdentity & { video_id: number },
  { lines: remembered, segments }: Pick<StoredMemory, 'lines' | 'segments'>,
): FoundLine | null {
  const lines = remembered.filter(
    ({ video_id, text_hash }) => video_id === requested.video_id && text_hash === requested.text_hash,
  );
  const videoSegments = segments.filter(({ video_id }) => video_id === requested.video_id);
  const alignments = [...Map.groupBy(videoSegments, ({ alignment_id }) => alignment_id).values()].map(
    (alignmentSegments) => {
      const segmentByLine = matchLines(lines, alignmentSegments);
      const segment = findNearestLine(requested, alignmentSegments);
      const line = segment && lines.find((line) => segmentByLine.get(line) === segment);
      return { segmentByLine, segment, line };
    },
  );
  // Prefer an alignment in which the line is remembered, since a cut may have been edited in only one of them.
  const match = alignments.find(({ line }) => line) ?? alignments.find(({ segment }) => segment);
  if (match?.segment)
    return {
      start_ms: match.line?.start_ms ?? findFreeKey(match.segment.start_ms, lines),
      segment: match.segment,
    };
  const missingLines = lines
    .filter((line) => !alignments.some(({ segmentByLine }) => segmentByLine.has(line)))
    .map((line) => ({ ...line, key: line.start_ms, start_ms: line.line_ms }));
  const missing = findNearestLine(requested, missingLines);
  return missing && { start_ms: missing.key, segment: null };
}

/** Returns an unused key: the start may be the key of a line with the same text that has moved since. */
function findFreeKey(start_ms: number, lines: readonly RememberedLine[]): number {
  let key = start_ms;
  while (lines.some((line) => line.start_ms === key)) key += 1;
  return key;
}
