import { createHash } from 'node:crypto';
import type { AlignedSegment, Cue } from '@sayback/subtitles';

/** 96 bits, 16 letters: enough to tell all segments of a film apart, and of its next version. */
const DIGEST_LENGTH = 16;

/**
 * A digest of the cues that a segment was joined from. The target's times count only where nothing of the original gives
 * the segment its times: a translation whose clock was put right comes out the same.
 */
export function alignedDigest(
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
  const digest = createHash('sha256').update(JSON.stringify(joined)).digest('base64url');
  return digest.slice(0, DIGEST_LENGTH);
}
