import { Button, type ButtonProps } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/translation.ts';
import { usePublish } from '../queries.ts';
import { type CheckedLesson, checkVideo, hasLines } from './check-video.ts';
import { PublishDialog } from './publish-dialog.tsx';

const isClean = (lessons: readonly CheckedLesson[]) =>
  hasLines(lessons) && lessons.every(({ faults }) => faults.length === 0);

type Props = ButtonProps & { video: videos.Video; 'aria-label'?: string };

/** Publishes a draft after a check of its translations, or unpublishes a video. */
export function PublishButton({ video, ...buttonProps }: Props) {
  const { t } = useTranslation();
  const publish = usePublish(video.id);
  const check = useMutation({
    mutationFn: () => checkVideo(video.id),
    onSuccess: (lessons) => isClean(lessons) && publish.mutate(true),
    meta: { failed: 'publishCheck.failed' },
  });
  const lessons = check.data;
  return (
    <>
      <Button
        loading={check.isPending || publish.isPending}
        onClick={() => (video.published ? publish.mutate(false) : check.mutate())}
        {...buttonProps}
      >
        {t(video.published ? 'videoDetail.unpublish' : 'videoDetail.publish')}
      </Button>
      {lessons && !isClean(lessons) && (
        <PublishDialog
          video={video}
          lessons={lessons}
          isPending={publish.isPending}
          onPublish={() => publish.mutate(true, { onSuccess: check.reset })}
          onClose={check.reset}
        />
      )}
    </>
  );
}
