import type { Endpoint } from '@sayback/contract';
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query';
import { call, type Input, type Output } from './call.ts';

/** A part of the contract: the first half of an endpoint's id. */
export type Area = 'accounts' | 'candidates' | 'subtitles' | 'videos';

type QueryInput<E extends Endpoint> = Omit<Input<E>, 'signal' | 'keepalive' | 'ifMatch'>;

/**
 * The query key of an endpoint's result, such as `['videos', 'getVideo', { params: { id: 7 } }]`. Without an input it matches
 * the results for every input. A query with its own function passes a purpose, so that no two functions share a key.
 */
export function queryKeyFor<E extends Endpoint>(
  endpoint: E,
  input?: QueryInput<E>,
  purpose?: string,
): QueryKey {
  return [...endpoint.id.split('.'), input, purpose].filter((part) => part !== undefined);
}

/** The query that calls an endpoint with this input, with further options. */
export function queryFor<E extends Endpoint, Data = Output<E>>(
  endpoint: E,
  input: QueryInput<E>,
  options: Omit<UndefinedInitialDataOptions<Output<E>, Error, Data>, 'queryKey' | 'queryFn'> = {},
) {
  return queryOptions<Output<E>, Error, Data>({
    ...options,
    queryKey: queryKeyFor(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal } as unknown as Input<E>),
  });
}

/** Marks results as stale: an area's, an endpoint's, or those for one input. Visible ones are reloaded. */
export const invalidate = <E extends Endpoint>(
  client: QueryClient,
  stale: E | Area,
  input?: QueryInput<E>,
): Promise<void> =>
  client.invalidateQueries({ queryKey: typeof stale === 'string' ? [stale] : queryKeyFor(stale, input) });

/** Areas with data of videos, subtitles, segments, revisions and files, which change together. */
export const VIDEOS: readonly Area[] = ['videos', 'subtitles'];

export const refreshVideos = (client: QueryClient): Promise<unknown> =>
  Promise.all(VIDEOS.map((area) => invalidate(client, area)));
