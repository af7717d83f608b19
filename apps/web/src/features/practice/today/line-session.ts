import type { practice } from '@sayback/contract';
import type { PracticeSession } from '../practice-session.ts';

/** The one line of a video as it is practised. */
export function sessionOf(line: practice.QueuedLine): PracticeSession {
  const { segment_id: id, start_ms: start, end_ms: end, text_original: original, text_target: target } = line;
  const segment = { id, start, end, original, target };
  return {
    alignmentId: line.alignment_id,
    segments: [{ ...segment, position: 0, through: 0 }],
    lastSegment: 0,
    loaded: [segment],
    loadedPosition: 0,
  };
}

/** The session as it is heard: from the start of the line before where that is wanted. It is the line alone that is said. */
export function heardSession(session: PracticeSession, from: number | undefined): PracticeSession {
  if (from === undefined) return session;
  return { ...session, segments: session.segments.map((line) => ({ ...line, start: from })) };
}
