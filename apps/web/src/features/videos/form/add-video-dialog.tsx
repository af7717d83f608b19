import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { AddVideoForm } from './add-video-form.tsx';
import { type Unfinished, useAddVideo } from './use-add-video.ts';

/** Dialog for adding a video. It can't be closed by accident, or while working. */
export function AddVideoDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const adding = useAddVideo(onClose);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isPending={adding.isBusy}
      onExitTransitionEnd={adding.forget}
      title={t('videoManager.addTitle')}
      size="lg"
      fullScreenBelow="36em"
      closeOnClickOutside={false}
      withCloseButton={!adding.isBusy}
    >
      {adding.unfinished ? (
        <MediaMissing unfinished={adding.unfinished} onClose={onClose} />
      ) : (
        <AddVideoForm adding={adding} onCancel={onClose} />
      )}
    </Dialog>
  );
}

function MediaMissing({ unfinished, onClose }: { unfinished: Unfinished; onClose: () => void }) {
  const { t } = useTranslation();
  const { video, message, reason } = unfinished;
  return (
    <Stack gap="lg">
      <FailureMessage
        message={
          <Stack gap={4}>
            <Text fw={600}>{message}</Text>
            {reason && <Text>{reason}</Text>}
            <Text>{t('videoManager.mediaLater')}</Text>
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
