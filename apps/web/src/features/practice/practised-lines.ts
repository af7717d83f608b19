import { type LineIdentity, practice, SAME_LINE_MS } from '@sayback/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Output } from '../../api/call.ts';
import { queryKeyFor } from '../../api/query.ts';
import { useAccount } from '../../api/session.ts';
import type { PracticeLine } from './player/practice-lines.ts';
import type { PracticeSession } from './practice-session.ts';
import { identityOf, type PracticeSegment } from './queries.ts';
import { sendUnsent } from './unsent/send-unsent.ts';

type Lines = Pick<PracticeSession, 'segments' | 'loaded'>;

/** The lines of a video that the learner has said or waited through. This device's unsent attempts are sent first. */
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

/** Adds lines that were just practised to the cached ones; a list that isn't loaded yet will include them. */
export function addPractised(
  client: QueryClient,
  { account, videoId }: { account: string; videoId: number },
  segments: readonly PracticeSegment[],
): void {
  const { queryKey } = practisedLinesQuery(account, videoId);
  if (!client.getQueryData(queryKey)) return;
  // A response in flight may not include them.
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (before) => before && [...before, ...segments.map(identityOf)]);
}

/**
 * Returns a function that finds the practised ones among a session's lines. A sentence of several segments counts once its ends
 * do.
 */
export function practisedFinder({ segments, loaded }: Lines) {
  const identities = loaded.map(identityOf);
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
    return new Set(segments.filter((line) => isPractised(line.position) && isPractised(line.through)));
  };
}

export function usePractised(videoId: number, session: PracticeSession): ReadonlySet<PracticeLine> {
  const { data } = useQuery(practisedLinesQuery(useAccount(), videoId));
  const find = useMemo(() => practisedFinder(session), [session]);
  return useMemo(() => find(data ?? []), [find, data]);
}
