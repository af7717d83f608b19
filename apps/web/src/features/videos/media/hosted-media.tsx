import { Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { videos } from '@sayback/contract';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { lacksMedia } from '../queries.ts';
import { mediaFactsText } from './media-facts-text.ts';
import { ReplacedMedia } from './replaced-media.tsx';
import { readUnfinishedUpload, sentPercent } from './unfinished-upload.ts';
import { UploadProgress } from './upload-progress.tsx';
import { isAbort, MEDIA_ACCEPT, useMediaUpload } from './use-media-upload.ts';

/** The media file of a hosted video: uploads it, or replaces it after a confirmation. */
export function HostedMedia({ video }: { video: videos.Video }) {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const { percent, send, stop } = useMediaUpload();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => send(video.id, file),
    onSuccess: () => toast.success(t('videoDetail.mediaUploaded')),
    onError: (error) =>
      toast.failure(
        isAbort(error)
          ? t('videoDetail.mediaStopped')
          : errorMessage(error, t('videoDetail.mediaUploadFailed')),
      ),
  });
  const isMissing = lacksMedia(video);
  const unfinished = readUnfinishedUpload(video.id);
  const facts = mediaFactsText(video, i18n.language);
  const [replacement, setReplacement] = useState<File | null>(null);
  /** Makes the button accept the same file again. */
  const reset = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file && isMissing) mutate(file);
    else setReplacement(file);
  };
  const close = () => {
    setReplacement(null);
    reset.current?.();
  };

  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg">
      <Group justify="space-between" gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4" id={titleId}>
            {t('videoDetail.media')}
          </Title>
          {isMissing && <Text>{t('videoDetail.noMedia')}</Text>}
          {unfinished && !isPending && (
            <Text>
              {t('videoDetail.uploadStopped', {
                name: unfinished.file.name,
                percent: sentPercent(unfinished),
              })}
            </Text>
          )}
          <Text size="sm" c="dimmed" data-testid="media-facts">
            {facts || t('videoManager.fieldMediaHint')}
          </Text>
        </Stack>
        {!isPending && (
          <FileButton accept={MEDIA_ACCEPT} resetRef={reset} onChange={choose}>
            {(buttonProps) => (
              <Button
                {...buttonProps}
                variant={isMissing ? 'filled' : 'default'}
                leftSection={buttonIcon(IconUpload)}
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
      <ReplacedMedia videoId={video.id} />
      {replacement && (
        <ConfirmDialog
          title={t('videoDetail.replaceTitle')}
          text={t('videoDetail.replaceText', {
            type: video.media_type,
            title: video.title,
            name: replacement.name,
            days: videos.TRASH_DAYS,
          })}
          confirmLabel={t('videoDetail.replace')}
          isPending={false}
          onClose={close}
          onConfirm={() => {
            close();
            mutate(replacement);
          }}
        />
      )}
    </Paper>
  );
}
