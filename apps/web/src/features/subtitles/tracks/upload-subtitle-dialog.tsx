import type { subtitles, videos } from '@sayback/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { type UploadedSubtitle, useUploadSubtitles } from '../queries.ts';
import { UploadSubtitleForm } from './upload-subtitle-form.tsx';

type Props = {
  video: videos.Video;
  existing: subtitles.Subtitle[];
  opened: boolean;
  onClose: () => void;
  onGone: () => void;
  onUploaded: (subtitles: UploadedSubtitle[]) => void;
};

export function UploadSubtitleDialog({ video, existing, opened, onClose, onGone, onUploaded }: Props) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<File[]>([]);
  const uploading = useUploadSubtitles(video.id, (file) => setSent((files) => [...files, file]));
  const { isPending } = uploading;
  return (
    <Dialog
      size="lg"
      opened={opened}
      {...{ isPending, onClose }}
      onExitTransitionEnd={() => {
        uploading.reset();
        setSent([]);
        onGone();
      }}
      title={t('videoDetail.uploadTitle')}
      fullScreenBelow="36em"
      closeOnClickOutside={false}
      withCloseButton={!isPending}
    >
      <UploadSubtitleForm
        video={video}
        existing={existing}
        isBusy={isPending}
        error={uploading.error}
        sent={sent}
        onChange={uploading.reset}
        onCancel={onClose}
        onUpload={(chosen) =>
          uploading.mutate(chosen, {
            onSuccess: (uploaded) => {
              onUploaded(uploaded);
              onClose();
            },
          })
        }
      />
    </Dialog>
  );
}
