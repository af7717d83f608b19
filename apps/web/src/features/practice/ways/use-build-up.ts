import type { videos } from '@sayback/contract';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PracticeLine } from '../player/practice-lines.ts';
import type { PracticeSession } from '../practice-session.ts';
import type { LineSpeech } from './build-up.ts';
import type { Divider } from './divide-lines.ts';

/** Returns the position of a line's first part in a session, or of the line itself if it isn't divided. */
export const positionOfLine = ({ segments }: Pick<PracticeSession, 'segments'>, line: number): number =>
  segments[0]?.part ? segments.findIndex(({ part }) => part?.line === line) : line;

function withParts(
  session: PracticeSession,
  partsOf: (index: number) => readonly PracticeLine[],
): PracticeSession {
  const segments = session.segments.flatMap((_, index) => partsOf(index));
  return { ...session, segments, lastSegment: positionOfLine({ segments }, session.lastSegment) };
}

/**
 * Returns the session with each line in its growing parts, if `isOn`; otherwise, and until the code for it is loaded, the session
 * itself. Call `setLine` with the learner's line in the session: the next line's profile is loaded meanwhile, and one that
 * arrives later isn't used.
 */
export function useBuildUp(session: PracticeSession, video: videos.Video, isOn: boolean) {
  const lines = session.segments;
  const [line, setLine] = useState(session.lastSegment);
  const [divider, setDivider] = useState<{ of: typeof lines; divider: Divider } | null>(null);
  const [measured, setMeasured] = useState<ReadonlyMap<number, LineSpeech>>(new Map());
  const current = useEffectEvent(() => ({ video, line }));

  useEffect(() => {
    if (!isOn) return;
    const left = new AbortController();
    const load = async () => {
      const { video, line } = current();
      const { createDivider } = await import('./divide-lines.ts');
      const divider = createDivider(video, lines, left.signal);
      const speech = await divider.speechOf(line);
      if (left.signal.aborted) return;
      setMeasured(new Map(speech ? [[line, speech]] : []));
      setDivider({ of: lines, divider });
    };
    load().catch((error: unknown) => console.error('lines could not be divided', error));
    return () => {
      left.abort();
      setDivider(null);
    };
  }, [isOn, lines]);

  useEffect(() => {
    if (divider?.of !== lines || !(line + 1 in lines)) return;
    let isLate = false;
    void divider.divider.speechOf(line + 1).then((speech) => {
      if (speech && !isLate) setMeasured((before) => new Map(before).set(line + 1, speech));
    });
    return () => {
      isLate = true;
    };
  }, [divider, lines, line]);

  const built = useMemo(() => {
    if (!isOn || divider?.of !== lines) return session;
    return withParts(session, (index) => divider.divider.partsOf(index, measured.get(index) ?? null));
  }, [isOn, session, lines, divider, measured]);
  return { built, setLine };
}
