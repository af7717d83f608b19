import type { practice } from '@sayback/contract';
import type { PracticeSession } from '../practice-session.ts';

/** Creates a practice session of a single line. */
export function createLineSession(line: practice.QueuedLine): PracticeSession {
  const { segment_id: id, start_ms: start, end_ms: end, text_original: original, text_target: target } = line;
  const segment = { id, start, end, original, target };
  return {
    alignmentId: line.alignment_id,
    segments: [{ ...segment, position: 0, lastPosition: 0 }],
    lastSegment: 0,
    loaded: [segment],
    loadedPosition: 0,
  };
}

/** Returns the session for playback. If `from` (the start of the previous line) is set, playback starts there. */
export function createPlaybackSession(session: PracticeSession, from: number | undefined): PracticeSession {
  if (from === undefined) return session;
  return { ...session, segments: session.segments.map((line) => ({ ...line, start: from })) };
}
