import { videos } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from '../../api/call.ts';
import { queryFor, VIDEOS } from '../../api/query.ts';
import { useTranslation } from '../../locales/translation.ts';
import { toast } from '../../ui/feedback/toast.ts';

export const videoQuery = (id: number) => queryFor(videos.getVideo, { params: { id } });

/** Returns true if a video can't be played until its media file is uploaded. */
export const lacksMedia = ({ youtube_id, media_url }: videos.Video): boolean => !youtube_id && !media_url;

export function usePublish(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (published: boolean) => call(videos.updateVideo, { params: { id }, body: { published } }),
    onSuccess: (video) => {
      client.setQueryData(videoQuery(id).queryKey, video);
      toast.success(t(video.published ? 'videoManager.videoPublished' : 'videoManager.videoUnpublished'));
    },
    meta: { failed: 'videoDetail.saveFailed', stale: VIDEOS },
  });
}

const restoreToastKey = (id: number) => `trashed video ${id}`;

export const useRestoreVideo = () =>
  useMutation({
    mutationFn: (id: number) => call(videos.restoreVideo, { params: { id } }),
    onSuccess: (_, id) => toast.withdraw(restoreToastKey(id)),
    meta: { done: 'videoManager.restored', failed: 'videoManager.restoreFailed', stale: VIDEOS },
  });

/** Moves a video to the trash, and offers to restore it. */
export function useTrashVideo() {
  const { t } = useTranslation();
  const { mutate: restore } = useRestoreVideo();
  return useMutation({
    mutationFn: (id: number) => call(videos.deleteVideo, { params: { id } }),
    onSuccess: (_, id) =>
      toast.offer(t('videoManager.trashed'), {
        label: t('app.undo'),
        run: () => restore(id),
        about: restoreToastKey(id),
      }),
    meta: { failed: 'videoManager.deleteFailed', stale: VIDEOS },
  });
}

export type VideoChanges = Input<typeof videos.updateVideo>['body'];

/** Changes a video. The caller shows its failure. */
export function useUpdateVideo(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: VideoChanges) => call(videos.updateVideo, { params: { id }, body }),
    onSuccess: (video) => client.setQueryData(videoQuery(id).queryKey, video),
    meta: { done: 'editor.saved', stale: VIDEOS },
  });
}
