import type { Cue } from '@sayback/subtitles';
import { alignFiles, setTimes, shiftFrom, synchronise } from '@sayback/subtitles';
import { isSame } from './reading-faults.ts';

/**
 * Aligns two lists of cues, and returns a fault: each cue must be in exactly one segment, in chronological order, or left out.
 * Null if there is none.
 */
export function findAlignFault(original: readonly Cue[], target: readonly Cue[]): string | null {
  const { segments, leftOut } = alignFiles(original, target);
  const listPositions = (side: 'original' | 'target') =>
    [...segments, leftOut].flatMap((segment) => segment[side]).sort((a, b) => a - b);
  if (!isSame(listPositions('original'), [...original.keys()]))
    return 'a cue of the original is not in exactly one segment';
  if (!isSame(listPositions('target'), [...target.keys()]))
    return 'a cue of the target is not in exactly one segment';
  const isRight = segments.every(({ start, end, confidence }, at) => {
    const times = Number.isInteger(start) && Number.isInteger(end) && start >= (segments[at - 1]?.start ?? 0);
    return times && end >= start && confidence >= 0 && confidence <= 1;
  });
  return isRight ? null : 'a segment is not well-formed';
}

/** Synchronises cues with a reference, and returns a fault in the result or in undoing it; null if there is none. */
export function findSyncFault(cues: readonly Cue[], reference: readonly Cue[]): string | null {
  for (const edit of [synchronise(cues, reference), shiftFrom(cues, 1, -1500)]) {
    const isRight = edit.cues.every(
      ({ start, end }) => Number.isInteger(start) && start >= 0 && end >= start,
    );
    if (!isRight || edit.cues.length !== cues.length) return 'a cue is not well-formed';
    if (!isSame(setTimes(edit.cues, edit.undo).cues, cues))
      return 'undoing does not restore the previous cues';
  }
  return null;
}
