import { videos } from '@sayback/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeyFor } from '../../../api/query.ts';

export type VideoFilter = { q?: string; language?: string; sort?: videos.VideoSort };

export const videoListQuery = (filter: VideoFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeyFor(videos.listVideos, { query: filter }, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      call(videos.listVideos, { query: { ...filter, practisable: true, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.next ? pages.length + 1 : undefined),
    // Restores the whole list after returning from a video.
    gcTime: 3_600_000,
  });
