import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Take } from '../analysis/take.ts';
import type { PlayerSnapshot } from '../player/player.ts';
import { addPractised } from '../practised-lines.ts';
import type { PracticeSegment } from '../queries.ts';
import { measuresOf, sendAttempts, storeAttempt } from './attempts.ts';
import { createTurnCount, type TurnCount } from './turn-count.ts';

/** Delay for sending several turns together, in milliseconds. */
const SEND_AFTER_MS = 5000;

type Options = {
  account: string;
  videoId: number;
  snapshot: PlayerSnapshot;
  /** Segments of the current line. */
  segments: readonly PracticeSegment[];
};

/**
 * Records an attempt for each turn and sends it; unsent attempts are sent later by any page. Returns the current turn's count.
 */
export function useAttempts({ account, videoId, snapshot, segments }: Options) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const counts = useRef(new Set<TurnCount<Take>>());
  const { phase, isReplay } = snapshot;
  const since = phase.name === 'turn' && !isReplay ? phase.since : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn belongs to the line at which it began.
  const count = useMemo(() => {
    if (since === null) return null;
    return createTurnCount<Take>((segments.at(-1)?.end ?? 0) - (segments[0]?.start ?? 0), (label, take) => {
      storeAttempt(account, videoId, segments, label, take ? measuresOf(take) : {});
      if (label !== 'skipped') addPractised(client, { account, videoId }, segments);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void sendAttempts(account), SEND_AFTER_MS);
    });
  }, [since]);

  useEffect(() => {
    if (!count) return;
    counts.current.add(count);
    // Runs after the recorder has noticed that the turn was left, so that speech until then counts.
    return () => queueMicrotask(count.leave);
  }, [count]);

  useEffect(() => () => void sendAttempts(account), [account]);
  const closePage = useCallback(() => {
    for (const open of counts.current) open.closePage();
    void sendAttempts(account, { keepalive: true });
  }, [account]);
  return { count, closePage };
}
