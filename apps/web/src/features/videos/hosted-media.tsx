import { Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { awaitsMedia } from './queries.ts';
import { UploadProgress } from './upload-progress.tsx';
import { MEDIA_ACCEPT, useMediaUpload, wasStopped } from './use-media-upload.ts';

/** The media file of a video that is hosted here: what is missing, and the way to upload or to replace it. */
export function HostedMedia({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { percent, send, stop } = useMediaUpload();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => send(video.id, file),
    onSuccess: () => toast.success(t('videoDetail.mediaUploaded')),
    onError: (error) =>
      toast.failure(
        wasStopped(error)
          ? t('videoDetail.mediaStopped')
          : messageOf(error, t('videoDetail.mediaUploadFailed')),
      ),
  });
  const isMissing = awaitsMedia(video);

  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg">
      <Group justify="space-between" gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4" id={titleId}>
            {t('videoDetail.media')}
          </Title>
          {isMissing && <Text>{t('videoDetail.noMedia')}</Text>}
          <Text size="sm" c="dimmed">
            {t('videoManager.fieldMediaHint')}
          </Text>
        </Stack>
        {!isPending && (
          <FileButton accept={MEDIA_ACCEPT} onChange={(file) => file && mutate(file)}>
            {(button) => (
              <Button
                {...button}
                variant={isMissing ? 'filled' : 'default'}
                mih={44}
                leftSection={<IconUpload size={18} aria-hidden />}
              >
                {t(isMissing ? 'videoDetail.uploadMedia' : 'videoDetail.replaceMedia')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {percent !== null && (
        <Stack mt="md">
          <UploadProgress percent={percent} onStop={stop} />
        </Stack>
      )}
    </Paper>
  );
}
