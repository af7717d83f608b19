import { Button, type ButtonProps } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { type MissingPart, missingParts } from './missing-parts.ts';
import { managedVideosQuery, usePublish } from './queries.ts';

type Props = ButtonProps & { video: videos.Video; 'aria-label'?: string };

/** Publishes a video, or takes it back. Without an original or a translation nobody can practise with it: then it asks first. */
export function PublishButton({ video, ...button }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [missing, setMissing] = useState<MissingPart[] | null>(null);
  const { mutate: publish, isPending } = usePublish(video.id);
  const { mutate: look, isPending: isLooking } = useMutation({
    mutationFn: () => client.fetchQuery({ ...managedVideosQuery, staleTime: 0 }),
    onSuccess: (list) => {
      const managed = list.find(({ id }) => id === video.id);
      const isUnfit = managed && (!managed.has_original || managed.translation_count === 0);
      if (isUnfit) setMissing(missingParts(managed));
      else publish(true);
    },
    onError: (error) => toast.failure(messageOf(error, t('videoDetail.publishFailed'))),
  });
  const close = () => setMissing(null);
  return (
    <>
      <Button
        mih={44}
        {...button}
        loading={isPending || isLooking}
        onClick={() => (video.published ? publish(false) : look())}
      >
        {t(video.published ? 'videoDetail.unpublish' : 'videoDetail.publish')}
      </Button>
      {missing && (
        <ConfirmDialog
          title={t('videoManager.publishTitle', { title: video.title })}
          text={<WhatIsMissing parts={missing} />}
          confirmLabel={t('videoManager.publishAnyway')}
          isPending={isPending}
          onClose={close}
          onConfirm={() => publish(true, { onSettled: close })}
        />
      )}
    </>
  );
}

function WhatIsMissing({ parts }: { parts: MissingPart[] }) {
  const { t } = useTranslation();
  return (
    <>
      {t('videoManager.publishText')}
      <ul>
        {parts.map((part) => (
          <li key={part.what}>{t(`videoManager.${part.what}`, part)}</li>
        ))}
      </ul>
    </>
  );
}
