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

/** 16 characters are 96 bits: enough to distinguish all segments of a film and of its next version. */
const DIGEST_LENGTH = 16;

const computeDigest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, DIGEST_LENGTH);

/**
 * Computes the digest of a segment's cues and, after a point, of only their texts. The target's times are included only in
 * segments without original cues, so a retimed translation has the same digests.
 */
function computeAlignedDigest(
  segment: Pick<AlignedSegment, 'original' | 'target'>,
  original: readonly Cue[],
  target: readonly Cue[],
): string {
  const describeCue = (cue: Cue | undefined) => [cue?.start, cue?.end, cue?.text];
  const isTimedByTarget = segment.original.length === 0;
  const joined = [
    segment.original.map((index) => describeCue(original[index])),
    segment.target.map((index) => (isTimedByTarget ? describeCue(target[index]) : target[index]?.text)),
  ];
  const texts = [
    segment.original.map((index) => original[index]?.text),
    segment.target.map((index) => target[index]?.text),
  ];
  return `${computeDigest(joined)}.${computeDigest(texts)}`;
}

function createRow(segment: AlignedSegment, originalCues: Cue[], targetCues: Cue[]): AlignedRow {
  const { start, end, original: _, target: __, ...content } = segment;
  const aligned_digest = computeAlignedDigest(segment, originalCues, targetCues);
  return { ...content, start_ms: start, end_ms: end, edited: false, aligned_digest };
}

/** `leftOut` is the number of target cues in no segment, since they precede the original's first cue. */
export type AlignedRows<Row = AlignedRow> = { rows: Row[]; leftOut: number };

export function alignCues({ original, target }: { original: Track; target: Track }): AlignedRows {
  const languages = { originalLanguage: original.language, targetLanguage: target.language };
  const { segments, leftOut } = alignFiles(original.cues, target.cues, languages);
  const rows = segments.map((segment) => createRow(segment, original.cues, target.cues));
  return { rows, leftOut: leftOut.target.length };
}
