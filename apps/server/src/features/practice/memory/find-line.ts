import type { LineIdentity } from '@sayback/contract';
import type { RememberedLine, StoredMemory } from '../reviews/card-store.ts';
import { matchLines, nearestLine } from './match-lines.ts';

type FoundLine = {
  /** Key of the line's cards. */
  start_ms: number;
  /** Null if the line is missing from its video. */
  segment: StoredMemory['segments'][number] | null;
};

/**
 * Finds the line that a learner answered or marked: its segment and the key of its memory, a new key for a line that isn't
 * remembered yet. Returns null if the video has no such line and it isn't remembered.
 */
export function findLine(
  asked: LineIdentity & { video_id: number },
  { lines: remembered, segments }: Pick<StoredMemory, 'lines' | 'segments'>,
): FoundLine | null {
  const lines = remembered.filter(
    ({ video_id, text_hash }) => video_id === asked.video_id && text_hash === asked.text_hash,
  );
  const ofVideo = segments.filter(({ video_id }) => video_id === asked.video_id);
  const alignments = [...Map.groupBy(ofVideo, ({ alignment_id }) => alignment_id).values()].map((own) => {
    const segmentByLine = matchLines(lines, own);
    const segment = nearestLine(asked, own);
    const line = segment && lines.find((line) => segmentByLine.get(line) === segment);
    return { segmentByLine, segment, line };
  });
  // A cut may have been edited in only one of the translations.
  const at = alignments.find(({ line }) => line) ?? alignments.find(({ segment }) => segment);
  if (at?.segment)
    return { start_ms: at.line?.start_ms ?? freeKey(at.segment.start_ms, lines), segment: at.segment };
  const gone = lines
    .filter((line) => !alignments.some(({ segmentByLine }) => segmentByLine.has(line)))
    .map((line) => ({ ...line, key: line.start_ms, start_ms: line.line_ms }));
  const line = nearestLine(asked, gone);
  return line && { start_ms: line.key, segment: null };
}

/** Returns a free key: a moved line keeps its old one, so a line with the same text there now needs the next free key. */
function freeKey(start_ms: number, lines: readonly RememberedLine[]): number {
  let key = start_ms;
  while (lines.some((line) => line.start_ms === key)) key += 1;
  return key;
}
