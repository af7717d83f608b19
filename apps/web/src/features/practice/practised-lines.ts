import { type LineIdentity, practice, SAME_LINE_MS } from '@sayback/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Output } from '../../api/call.ts';
import { queryKeyFor } from '../../api/query.ts';
import { useAccount } from '../../api/session.ts';
import type { PracticeLine } from './player/practice-lines.ts';
import type { PracticeSession } from './practice-session.ts';
import { buildLineIdentity, type PracticeSegment } from './queries.ts';
import { sendUnsent } from './unsent/send-unsent.ts';

type Lines = Pick<PracticeSession, 'segments' | 'loaded'>;

/** Loads the lines of a video that the learner has practised, after sending this device's unsent attempts. */
export const practisedLinesQuery = (account: string, videoId: number) => {
  const input = { params: { id: videoId } };
  return queryOptions({
    queryKey: queryKeyFor(practice.listPractisedLines, input, 'once sent'),
    queryFn: async ({ signal }): Promise<Output<typeof practice.listPractisedLines>> => {
      await sendUnsent(account);
      return call(practice.listPractisedLines, { ...input, signal });
    },
  });
};

/** Adds lines to the cached list, if it is loaded. */
export function addPractisedLines(
  client: QueryClient,
  { account, videoId }: { account: string; videoId: number },
  segments: readonly PracticeSegment[],
): void {
  const { queryKey } = practisedLinesQuery(account, videoId);
  if (!client.getQueryData(queryKey)) return;
  // A response in flight could lack them.
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (before) => before && [...before, ...segments.map(buildLineIdentity)]);
}

/**
 * Returns a function that finds the practised lines of a session. A sentence of several segments is practised once its first and
 * last segments are.
 */
export function createPractisedFinder({ segments, loaded }: Lines) {
  const identities = loaded.map(buildLineIdentity);
  return (practised: readonly LineIdentity[]): ReadonlySet<PracticeLine> => {
    const startsByText = new Map<number, number[]>();
    for (const { text_hash, start_ms } of practised)
      startsByText.set(text_hash, [...(startsByText.get(text_hash) ?? []), start_ms]);
    const isPractised = (position: number) => {
      const { text_hash = 0, start_ms = 0 } = identities[position] ?? {};
      return (
        startsByText.get(text_hash)?.some((start) => Math.abs(start - start_ms) <= SAME_LINE_MS) ?? false
      );
    };
    return new Set(segments.filter((line) => isPractised(line.position) && isPractised(line.lastPosition)));
  };
}

export function usePractisedLines(videoId: number, session: PracticeSession): ReadonlySet<PracticeLine> {
  const { data } = useQuery(practisedLinesQuery(useAccount(), videoId));
  const find = useMemo(() => createPractisedFinder(session), [session]);
  return useMemo(() => find(data ?? []), [find, data]);
}
