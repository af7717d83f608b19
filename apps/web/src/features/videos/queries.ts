import { videos } from '@sayback/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';

/** What changes with any video: every list of them, and what hangs on one. */
export const EVERY_VIDEO = { queryKey: ['videos'] };

/** All videos, drafts and waiting ones too, newest first. */
export const managedVideosQuery = queryOptions({
  queryKey: ['videos', 'managed'],
  queryFn: ({ signal }) => call(videos.listManagedVideos, { signal }),
});

export const videoQuery = (id: number) =>
  queryOptions({
    queryKey: ['videos', id],
    queryFn: ({ signal }): Promise<videos.Video> => call(videos.getVideo, { params: { id }, signal }),
  });

/** Whether a video can't be played yet, because nobody has uploaded its media file. */
export const awaitsMedia = ({ youtube_id, media_url }: videos.Video): boolean => !youtube_id && !media_url;

/** Publishes a video, or takes it back. */
export function usePublish(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (published: boolean) => call(videos.updateVideo, { params: { id }, body: { published } }),
    onSuccess: (video) => {
      client.setQueryData(videoQuery(id).queryKey, video);
      return client.invalidateQueries(EVERY_VIDEO);
    },
    onError: (error) => toast.failure(messageOf(error, t('videoDetail.publishFailed'))),
  });
}
