import { hashLine, type LineIdentity, parsePosition, practice, subtitles, videos } from '@sayback/contract';
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { UnexpectedResponse } from '../../api/api-error.ts';
import { call, type Output } from '../../api/call.ts';
import { pageAccount } from '../../api/page-account.ts';
import { queryKeyFor } from '../../api/query.ts';
import { sendStoredProgress, storedProgress } from './unsent/unsent-progress.ts';

/** Returns the video from the home page's list: its picture is shown while the rest loads. */
export const listedVideo = (client: QueryClient, id: number): videos.Video | undefined =>
  client
    .getQueriesData<InfiniteData<Output<typeof videos.listVideos>>>({
      queryKey: queryKeyFor(videos.listVideos),
    })
    .flatMap(([, list]) => list?.pages?.flatMap(({ results }) => results) ?? [])
    .find((video) => video.id === id);

/** A segment with its texts; milliseconds. */
export type PracticeSegment = {
  id: number;
  /** Both include the learner's own adjustment of the line's ends. */
  start: number;
  end: number;
  original: string;
  target: string;
  nudge?: subtitles.Nudge;
};

const toMilliseconds = (position: string): number => {
  const ms = parsePosition(position);
  if (ms === null) throw new UnexpectedResponse(`position ${position}`);
  return ms;
};

async function loadSegments(alignmentId: number, signal: AbortSignal): Promise<PracticeSegment[]> {
  const rows = await call(subtitles.listSegments, {
    params: { id: alignmentId },
    query: { all: true },
    signal,
  });
  if (!Array.isArray(rows)) throw new UnexpectedResponse('segments');
  return rows.map((row) => {
    const segment = {
      id: row.id,
      start: toMilliseconds(row.start_time),
      end: toMilliseconds(row.end_time),
      original: row.text_original,
      target: row.text_target,
    };
    return row.report?.nudge ? nudged(segment, row.report.nudge) : segment;
  });
}

/** Applies a learner's adjustment to a segment's ends. */
export function nudged(segment: PracticeSegment, nudge: subtitles.Nudge): PracticeSegment {
  const { start_ms = 0, end_ms = 0 } = segment.nudge ?? {};
  return {
    ...segment,
    start: segment.start - start_ms + nudge.start_ms,
    end: segment.end - end_ms + nudge.end_ms,
    nudge,
  };
}

/** Identity of a segment's line in the original track, ignoring this learner's adjustment. */
export const identityOf = ({
  start,
  original,
  nudge,
}: Pick<PracticeSegment, 'start' | 'original' | 'nudge'>): LineIdentity => ({
  start_ms: Math.max(0, start - (nudge?.start_ms ?? 0)),
  text_hash: hashLine(original),
});

/** Key of a line's recordings on this device. A line's takes share it, and older ones are replaced. */
export const takeKeyOf = (
  videoId: number,
  { start, original }: Pick<PracticeSegment, 'start' | 'original'>,
) => `${videoId} ${start} ${original}`;

/**
 * Loads the learner's position and its alignment: the one they chose, otherwise the server's. Positions stored on this device are
 * sent first.
 */
async function loadPlace(
  videoId: number,
  chosen: number | null,
  signal: AbortSignal,
): Promise<practice.Place> {
  const account = pageAccount() ?? '';
  await sendStoredProgress(account);
  const stored = storedProgress(account, videoId);
  if (stored && (chosen ?? stored.alignment_id) === stored.alignment_id) return stored;
  const query = chosen === null ? {} : { alignment: chosen };
  return call(practice.getProgress, { params: { id: videoId }, query, signal });
}

/** The segments of an alignment, and the learner's position in them. */
export type LoadedAlignment = { alignmentId: number; segments: PracticeSegment[]; lastSegment: number };

/**
 * Reloaded whenever the page is opened, and when a learner chooses another translation. During practice, the player has the
 * current position. Null without an alignment.
 */
export const practiceSessionQuery = (videoId: number, chosen: number | null) =>
  queryOptions({
    queryKey: ['practice session', videoId, chosen],
    queryFn: async ({ signal }): Promise<LoadedAlignment | null> => {
      const { alignment_id: alignmentId, last_segment } = await loadPlace(videoId, chosen, signal);
      if (alignmentId === null) return null;
      const segments = await loadSegments(alignmentId, signal);
      return { alignmentId, segments, lastSegment: Math.max(0, Math.min(last_segment, segments.length - 1)) };
    },
    // While another translation of the same video loads, the screen stays unchanged.
    placeholderData: (previous, query) => (query?.queryKey[1] === videoId ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Prefix of the keys of all sessions of a video. */
export const practiceSessionsKey = (videoId: number) =>
  practiceSessionQuery(videoId, null).queryKey.slice(0, 2);
