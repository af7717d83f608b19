import type { practice } from '@sayback/contract';
import type { PracticeSession } from '../practice-session.ts';

/** Returns a practice session with the one line of a video. */
export function sessionOf(line: practice.QueuedLine): PracticeSession {
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

/** Returns the session for playback: from the start of the previous line if requested. Only the line itself is said. */
export function heardSession(session: PracticeSession, from: number | undefined): PracticeSession {
  if (from === undefined) return session;
  return { ...session, segments: session.segments.map((line) => ({ ...line, start: from })) };
}
