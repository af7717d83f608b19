import { practice } from '@sayback/contract';
import type { PlayerSnapshot } from '../player/player.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import type { Tally } from '../player/practice-tally.ts';

type Options = {
  snapshot: PlayerSnapshot;
  segments: readonly PracticeLine[];
  practised: ReadonlySet<PracticeLine>;
  tally: Tally;
};

/**
 * Returns the indices of the lines that aren't practised yet; none once the video is finished. After listening through, lines that
 * were heard count as practised.
 */
export function findRemainingLines({ snapshot, segments, practised, tally }: Options): number[] {
  const { phase, index } = snapshot;
  const isDone = (line: PracticeLine, lineIndex: number) =>
    practised.has(line) || (phase.name === 'turn' ? lineIndex === index : tally.heardLines.has(line.start));
  const remaining = segments.flatMap((line, lineIndex) => (isDone(line, lineIndex) ? [] : [lineIndex]));
  return practice.isFinished(segments.length - remaining.length, segments.length) ? [] : remaining;
}
