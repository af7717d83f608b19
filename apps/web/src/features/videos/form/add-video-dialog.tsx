import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { AddVideoForm } from './add-video-form.tsx';
import { useAddVideo, type VideoWithoutMedia } from './use-add-video.ts';

/** Dialog for adding a video. Can't be closed by accident, or while it is busy. */
export function AddVideoDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const addVideo = useAddVideo(onClose);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isPending={addVideo.isBusy}
      onExitTransitionEnd={addVideo.reset}
      title={t('videoManager.addTitle')}
      size="lg"
      fullScreenBelow="36em"
      closeOnClickOutside={false}
      withCloseButton={!addVideo.isBusy}
    >
      {addVideo.withoutMedia ? (
        <UploadFailed withoutMedia={addVideo.withoutMedia} onClose={onClose} />
      ) : (
        <AddVideoForm addVideo={addVideo} onCancel={onClose} />
      )}
    </Dialog>
  );
}

function UploadFailed({ withoutMedia, onClose }: { withoutMedia: VideoWithoutMedia; onClose: () => void }) {
  const { t } = useTranslation();
  const { video, message, reason } = withoutMedia;
  return (
    <Stack gap="lg">
      <FailureMessage
        message={
          <Stack gap={4}>
            <Text fw={600}>{message}</Text>
            {reason && <Text>{reason}</Text>}
            <Text>{t('videoManager.uploadMediaLater')}</Text>
          </Stack>
        }
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('app.close')}
        </Button>
        <Button
          data-autofocus
          renderRoot={(props) => (
            <Link {...props} to="/video-manager/videos/$videoId" params={{ videoId: video.id }} />
          )}
        >
          {t('videoManager.details')}
        </Button>
      </Group>
    </Stack>
  );
}
