import { practice } from '@sayback/contract';
import type { PlayerSnapshot } from '../player/player.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import type { Sitting } from '../player/practice-tally.ts';

type Lines = {
  snapshot: PlayerSnapshot;
  segments: readonly PracticeLine[];
  practised: ReadonlySet<PracticeLine>;
  tally: Sitting;
};

/** Returns the positions of the lines that aren't practised yet; none once the video is finished or was listened through. */
export function linesWaiting({ snapshot, segments, practised, tally }: Lines): number[] {
  const { phase, index } = snapshot;
  const isDone = (line: PracticeLine, position: number) =>
    practised.has(line) || (phase.name === 'turn' ? position === index : tally.heardLines.has(line.start));
  const waiting = segments.flatMap((line, position) => (isDone(line, position) ? [] : [position]));
  return practice.isFinished(segments.length - waiting.length, segments.length) ? [] : waiting;
}
