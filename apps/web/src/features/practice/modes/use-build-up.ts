import type { videos } from '@sayback/contract';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PracticeLine } from '../player/practice-lines.ts';
import type { PracticeSession } from '../practice-session.ts';
import type { Divider } from './divide-lines.ts';
import type { LineSpeech } from './split-into-parts.ts';

/** Finds the index of a line's first part in a session, or of the line itself in an undivided one. */
export const findLinePosition = ({ segments }: Pick<PracticeSession, 'segments'>, line: number): number =>
  segments[0]?.part ? segments.findIndex(({ part }) => part?.line === line) : line;

function divideSession(
  session: PracticeSession,
  divide: (index: number) => readonly PracticeLine[],
): PracticeSession {
  const segments = session.segments.flatMap((_, index) => divide(index));
  return { ...session, segments, lastSegment: findLinePosition({ segments }, session.lastSegment) };
}

/**
 * Divides each line of the session into its growing parts, if `isOn` and once the code for it is loaded. Call `setLine` with the
 * learner's line in the session: then the next line's profile is loaded. A profile that arrives too late isn't used.
 */
export function useBuildUp(session: PracticeSession, video: videos.Video, isOn: boolean) {
  const lines = session.segments;
  const [line, setLine] = useState(session.lastSegment);
  const [loaded, setLoaded] = useState<{ lines: typeof lines; divider: Divider } | null>(null);
  const [measured, setMeasured] = useState<ReadonlyMap<number, LineSpeech>>(new Map());
  const current = useEffectEvent(() => ({ video, line }));

  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const load = async () => {
      const { video, line } = current();
      const { createDivider } = await import('./divide-lines.ts');
      const divider = createDivider(video, lines, controller.signal);
      const speech = await divider.loadSpeech(line);
      if (controller.signal.aborted) return;
      setMeasured(new Map(speech ? [[line, speech]] : []));
      setLoaded({ lines, divider });
    };
    load().catch((error: unknown) => console.error('could not divide the lines', error));
    return () => {
      controller.abort();
      setLoaded(null);
    };
  }, [isOn, lines]);

  useEffect(() => {
    if (loaded?.lines !== lines || !(line + 1 in lines)) return;
    let isOutdated = false;
    void loaded.divider.loadSpeech(line + 1).then((speech) => {
      if (speech && !isOutdated) setMeasured((before) => new Map(before).set(line + 1, speech));
    });
    return () => {
      isOutdated = true;
    };
  }, [loaded, lines, line]);

  const dividedSession = useMemo(() => {
    if (!isOn || loaded?.lines !== lines) return session;
    return divideSession(session, (index) => loaded.divider.divide(index, measured.get(index) ?? null));
  }, [isOn, session, lines, loaded, measured]);
  return { dividedSession, setLine };
}
