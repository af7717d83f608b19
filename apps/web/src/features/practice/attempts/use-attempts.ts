import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Take } from '../analysis/take.ts';
import type { PlayerSnapshot } from '../player/player.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { addPractisedLines } from '../practised-lines.ts';
import type { PracticeSegment } from '../queries.ts';
import { useTurnKey } from '../turn/use-turn-key.ts';
import { sendAttempts, storeAttempt, summarizeTake } from './attempts.ts';
import { createTurnCounter, type TurnCounter } from './turn-counter.ts';

/** Delay for sending several turns together, in milliseconds. */
const SEND_DELAY_MS = 5000;

type Options = {
  account: string;
  videoId: number;
  snapshot: PlayerSnapshot;
  line: PracticeLine | undefined;
  /** Segments of the line. */
  segments: readonly PracticeSegment[];
};

/**
 * Records an attempt for each turn and sends it; any page sends unsent attempts later. Returns the current turn's counter.
 */
export function useAttempts({ account, videoId, snapshot, line, segments }: Options) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const counters = useRef(new Set<TurnCounter<Take>>());
  const turnKey = useTurnKey(snapshot);
  const isInTurn = snapshot.phase.name === 'turn' || snapshot.isReplay === true;
  const currentTurn = isInTurn ? turnKey : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn counts for the line at which it started.
  const counter = useMemo(() => {
    if (currentTurn === null || !line) return null;
    return createTurnCounter<Take>(line.end - line.start, (label, take) => {
      storeAttempt(account, videoId, segments, label, take ? summarizeTake(take) : {});
      if (label !== 'skipped') addPractisedLines(client, { account, videoId }, segments);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void sendAttempts(account), SEND_DELAY_MS);
    });
  }, [currentTurn]);

  useEffect(() => {
    if (!counter) return;
    counters.current.add(counter);
    // Runs after the recorder has handled the end of the turn, so that speech until then counts.
    return () => queueMicrotask(counter.leave);
  }, [counter]);

  useEffect(() => () => void sendAttempts(account), [account]);
  const closePage = useCallback(() => {
    for (const each of counters.current) each.closePage();
    void sendAttempts(account, { keepalive: true });
  }, [account]);
  return { counter, closePage };
}
