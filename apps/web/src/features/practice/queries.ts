import { hashLine, type LineIdentity, parsePosition, practice, subtitles, videos } from '@sayback/contract';
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { UnexpectedResponse } from '../../api/api-error.ts';
import { call, type Output } from '../../api/call.ts';
import { pageAccount } from '../../api/page-account.ts';
import { queryKeyFor } from '../../api/query.ts';
import { readProgress, sendStoredProgress } from './unsent/unsent-progress.ts';

/** Finds a video in the home page's cached list, to show its picture while the player loads. */
export const findListedVideo = (client: QueryClient, id: number): videos.Video | undefined =>
  client
    .getQueriesData<InfiniteData<Output<typeof videos.listVideos>>>({
      queryKey: queryKeyFor(videos.listVideos),
    })
    .flatMap(([, list]) => list?.pages?.flatMap(({ results }) => results) ?? [])
    .find((video) => video.id === id);

/** A segment with its texts; milliseconds. */
export type PracticeSegment = {
  id: number;
  /** Start and end include the learner's own adjustment. */
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
    return row.report?.nudge ? applyNudge(segment, row.report.nudge) : segment;
  });
}

/** Applies a learner's adjustment to a segment's ends. */
export function applyNudge(segment: PracticeSegment, nudge: subtitles.Nudge): PracticeSegment {
  const { start_ms = 0, end_ms = 0 } = segment.nudge ?? {};
  return {
    ...segment,
    start: segment.start - start_ms + nudge.start_ms,
    end: segment.end - end_ms + nudge.end_ms,
    nudge,
  };
}

/** Returns the identity of a segment's line in the original track, without this learner's adjustment. */
export const buildLineIdentity = ({
  start,
  original,
  nudge,
}: Pick<PracticeSegment, 'start' | 'original' | 'nudge'>): LineIdentity => ({
  start_ms: Math.max(0, start - (nudge?.start_ms ?? 0)),
  text_hash: hashLine(original),
});

/** Returns the key of a line that starts at `start`, for what this device stores about it. */
export const buildTakeKey = (
  videoId: number,
  { start, original }: Pick<PracticeSegment, 'start' | 'original'>,
) => `${videoId} ${start} ${original}`;

/**
 * Returns the key of a line's recordings on this device, without this learner's adjustment. A line's takes share it, and older
 * ones are replaced.
 */
export const buildRecordingKey = (videoId: number, line: PracticeSegment) =>
  buildTakeKey(videoId, { ...line, start: buildLineIdentity(line).start_ms });

/**
 * Loads the learner's position in the alignment that they chose, otherwise in the server's choice. Sends positions stored on
 * this device first.
 */
async function loadProgress(
  videoId: number,
  chosenAlignment: number | null,
  signal: AbortSignal,
): Promise<practice.Place> {
  const account = pageAccount() ?? '';
  await sendStoredProgress(account);
  const stored = readProgress(account, videoId);
  if (stored && (chosenAlignment ?? stored.alignment_id) === stored.alignment_id) return stored;
  const query = chosenAlignment === null ? {} : { alignment: chosenAlignment };
  return call(practice.getProgress, { params: { id: videoId }, query, signal });
}

/** The segments of an alignment, with the learner's position in them. */
export type LoadedAlignment = { alignmentId: number; segments: PracticeSegment[]; lastSegment: number };

/**
 * Loads an alignment whenever the page opens, and when the learner chooses another translation; null without an alignment.
 * During practice, only the player knows the current position.
 */
export const practiceSessionQuery = (videoId: number, chosenAlignment: number | null) =>
  queryOptions({
    queryKey: ['practice session', videoId, chosenAlignment],
    queryFn: async ({ signal }): Promise<LoadedAlignment | null> => {
      const { alignment_id: alignmentId, last_segment } = await loadProgress(
        videoId,
        chosenAlignment,
        signal,
      );
      if (alignmentId === null) return null;
      const segments = await loadSegments(alignmentId, signal);
      return { alignmentId, segments, lastSegment: Math.max(0, Math.min(last_segment, segments.length - 1)) };
    },
    // The screen stays unchanged while another translation of the same video loads.
    placeholderData: (previous, query) => (query?.queryKey[1] === videoId ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Returns the key prefix of all sessions of a video. */
export const buildSessionsKey = (videoId: number) => practiceSessionQuery(videoId, null).queryKey.slice(0, 2);
