import type { videos } from '@sayback/contract';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PracticeLine } from '../player/practice-lines.ts';
import type { PracticeSession } from '../practice-session.ts';
import type { Divider } from './divide-lines.ts';
import type { LineSpeech } from './split-into-parts.ts';

/** Finds the index of a line's part in a session, the first by default, or of the line itself in an undivided one. */
export function findLinePosition(
  { segments }: Pick<PracticeSession, 'segments'>,
  line: number,
  partNumber = 1,
): number {
  if (!segments[0]?.part) return line;
  const first = segments.findIndex(({ part }) => part?.line === line);
  return first + Math.min(partNumber, segments[first]?.part?.count ?? 1) - 1;
}

function divideSession(
  session: PracticeSession,
  divide: (line: PracticeLine, index: number) => readonly PracticeLine[],
): PracticeSession {
  const segments = session.segments.flatMap(divide);
  return { ...session, segments, lastSegment: findLinePosition({ segments }, session.lastSegment) };
}

/** Returns true if two sessions have the same lines, whose start or end can differ. */
function hasSameLines(a: PracticeSession, b: PracticeSession): boolean {
  if (a.segments === b.segments) return true;
  return (
    a.alignmentId === b.alignmentId &&
    a.segments.length === b.segments.length &&
    a.segments.every(({ position, original }, index) => {
      const other = b.segments[index];
      return other?.position === position && other.original === original;
    })
  );
}

/**
 * Divides each line of the session into its growing parts, if `isOn` and once the code for it is loaded. Call `setLine` with the
 * learner's line in the session: then the next line's profile is loaded. A profile that arrives too late isn't used. A line whose
 * start or end was moved stays divided.
 */
export function useBuildUp(session: PracticeSession, video: videos.Video, isOn: boolean) {
  const lines = session.segments;
  const [line, setLine] = useState(session.lastSegment);
  const [base, setBase] = useState(session);
  if (!hasSameLines(base, session)) setBase(session);
  const [loaded, setLoaded] = useState<{ base: PracticeSession; divider: Divider } | null>(null);
  const [measured, setMeasured] = useState<ReadonlyMap<number, LineSpeech>>(new Map());
  const current = useEffectEvent(() => ({ video, line, lines }));

  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const load = async () => {
      const { video, line, lines } = current();
      const { createDivider } = await import('./divide-lines.ts');
      const divider = createDivider(video, controller.signal);
      const speech = await divider.loadSpeech(lines, line);
      if (controller.signal.aborted) return;
      setMeasured(new Map(speech ? [[line, speech]] : []));
      setLoaded({ base, divider });
    };
    load().catch((error: unknown) => console.error('could not divide the lines', error));
    return () => {
      controller.abort();
      setLoaded(null);
    };
  }, [isOn, base]);

  useEffect(() => {
    if (loaded?.base !== base || !(line + 1 in lines)) return;
    let isOutdated = false;
    void loaded.divider.loadSpeech(lines, line + 1).then((speech) => {
      if (speech && !isOutdated) setMeasured((before) => new Map(before).set(line + 1, speech));
    });
    return () => {
      isOutdated = true;
    };
  }, [loaded, base, lines, line]);

  const dividedSession = useMemo(() => {
    if (!isOn || loaded?.base !== base) return session;
    return divideSession(session, (line, index) =>
      loaded.divider.divide(line, index, measured.get(index) ?? null),
    );
  }, [isOn, session, base, loaded, measured]);
  return { dividedSession, setLine };
}
