import { practice } from '@sayback/contract';
import { useEffect, useState } from 'react';
import type { PlayerSnapshot } from '../player/player.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { countPhase, newSitting, type Sitting } from '../player/practice-tally.ts';

/** Returns true once the last line was said, or all was listened to. */
export const isOver = ({ phase, index, count }: PlayerSnapshot): boolean =>
  phase.name === 'turn' ? index === count - 1 : phase.name === 'ready' && phase.isOver === true;

/** Counts what the learner does; `reset` starts from zero. `line` is the start of the current line. */
export function useTally({ phase }: PlayerSnapshot, line: number): { tally: Sitting; reset: () => void } {
  const [tally, setTally] = useState(newSitting);
  useEffect(
    () => setTally((before) => countPhase(before, phase.name, line, performance.now())),
    [phase, line],
  );
  return { tally, reset: () => setTally(newSitting()) };
}

type Lines = {
  snapshot: PlayerSnapshot;
  segments: readonly PracticeLine[];
  practised: ReadonlySet<PracticeLine>;
  tally: Sitting;
};

/** Returns the positions of the lines that are not practised yet; none once the video is finished or was listened through. */
export function linesWaiting({ snapshot, segments, practised, tally }: Lines): number[] {
  const { phase, index } = snapshot;
  const isDone = (line: PracticeLine, position: number) =>
    practised.has(line) || (phase.name === 'turn' ? position === index : tally.heardLines.has(line.start));
  const waiting = segments.flatMap((line, position) => (isDone(line, position) ? [] : [position]));
  return practice.isFinished(segments.length - waiting.length, segments.length) ? [] : waiting;
}
