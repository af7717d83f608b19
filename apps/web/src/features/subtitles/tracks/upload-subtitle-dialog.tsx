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
  onClosed: () => void;
  onUploaded: (subtitles: UploadedSubtitle[]) => void;
};

export function UploadSubtitleDialog({ video, existing, opened, onClose, onClosed, onUploaded }: Props) {
  const { t } = useTranslation();
  const [uploadedFiles, setUploadedFiles] = useState<File[]>([]);
  const uploadMutation = useUploadSubtitles(video.id, (file) =>
    setUploadedFiles((files) => [...files, file]),
  );
  const { isPending } = uploadMutation;
  return (
    <Dialog
      size="lg"
      opened={opened}
      {...{ isPending, onClose }}
      onExitTransitionEnd={() => {
        uploadMutation.reset();
        setUploadedFiles([]);
        onClosed();
      }}
      title={t('videoDetail.uploadSubtitle')}
      fullScreenBelow="36em"
      closeOnClickOutside={false}
      withCloseButton={!isPending}
    >
      <UploadSubtitleForm
        video={video}
        existing={existing}
        isBusy={isPending}
        error={uploadMutation.error}
        uploadedFiles={uploadedFiles}
        onChange={uploadMutation.reset}
        onCancel={onClose}
        onUpload={(files) =>
          uploadMutation.mutate(files, {
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
