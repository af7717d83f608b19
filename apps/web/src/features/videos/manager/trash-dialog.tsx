import { videos } from '@sayback/contract';
import { type RefObject, useRef } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useTrashVideo } from '../queries.ts';

type Props = {
  video: videos.ManagedVideo;
  onClose: () => void;
  /** Element to focus once the card is removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
};

/** Asks before moving a video to the trash. */
export function TrashDialog({ video, onClose, focusAfterwards }: Props) {
  const { t } = useTranslation();
  const { mutate: trash, isPending } = useTrashVideo();
  const focusNext = useRef<HTMLElement>(null);
  return (
    <ConfirmDialog
      title={t('videoManager.deleteTitle', { title: video.title })}
      text={t('videoManager.deleteText', { days: videos.TRASH_DAYS })}
      confirmLabel={t('videoManager.moveToTrash')}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() =>
        trash(video.id, {
          onSuccess: () => {
            focusNext.current = focusAfterwards.current;
          },
          onSettled: onClose,
        })
      }
      returnFocusTo={focusNext}
    />
  );
}
