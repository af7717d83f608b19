import { createHash } from 'node:crypto';
import { type AlignedSegment, alignFiles, type Cue } from '@sayback/subtitles';

export type Track = { language: string; cues: Cue[] };

/** A segment's columns, listed explicitly because a worker thread loads no tables. */
type AlignedRow = Omit<AlignedSegment, 'start' | 'end' | 'original' | 'target'> & {
  start_ms: number;
  end_ms: number;
  edited: false;
  aligned_digest: string;
};

/** 96 bits, 16 letters: enough to distinguish all segments of a film, and of its next version. */
const DIGEST_LENGTH = 16;

const computeDigest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, DIGEST_LENGTH);

/**
 * Digest of the cues that a segment was joined from and, after a point, of their texts alone. The target's times only count if
 * the segment has no times from the original, so a translation with a corrected clock has the same digests.
 */
function alignedDigest(
  segment: Pick<AlignedSegment, 'original' | 'target'>,
  original: readonly Cue[],
  target: readonly Cue[],
): string {
  const timed = (cues: readonly Cue[], at: number) => [cues[at]?.start, cues[at]?.end, cues[at]?.text];
  const isTimedByTarget = segment.original.length === 0;
  const joined = [
    segment.original.map((at) => timed(original, at)),
    segment.target.map((at) => (isTimedByTarget ? timed(target, at) : target[at]?.text)),
  ];
  const texts = [
    segment.original.map((at) => original[at]?.text),
    segment.target.map((at) => target[at]?.text),
  ];
  return `${computeDigest(joined)}.${computeDigest(texts)}`;
}

function toRow(segment: AlignedSegment, originalCues: Cue[], targetCues: Cue[]): AlignedRow {
  const { start, end, original: _, target: __, ...content } = segment;
  const aligned_digest = alignedDigest(segment, originalCues, targetCues);
  return { ...content, start_ms: start, end_ms: end, edited: false, aligned_digest };
}

/** Segments, and the number of the target's cues that are in none, since they come before the original's first one. */
export type AlignedRows<Row = AlignedRow> = { rows: Row[]; leftOut: number };

export function alignCues({ original, target }: { original: Track; target: Track }): AlignedRows {
  const languages = { originalLanguage: original.language, targetLanguage: target.language };
  const { segments, leftOut } = alignFiles(original.cues, target.cues, languages);
  const rows = segments.map((segment) => toRow(segment, original.cues, target.cues));
  return { rows, leftOut: leftOut.target.length };
}
