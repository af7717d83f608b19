import type { subtitles } from '@sayback/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useDeleteRevision } from './queries.ts';

/** Asks before a revision is deleted. */
export function DeleteRevisionDialog(props: { revision: subtitles.Revision; onClose: () => void }) {
  const { revision, onClose } = props;
  const { t } = useTranslation();
  const { mutate: remove, isPending } = useDeleteRevision();
  return (
    <ConfirmDialog
      title={t('revisions.deleteTitle', { id: revision.id })}
      text={t('revisions.deleteText')}
      confirmLabel={t('revisions.delete')}
      isGrave
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => remove(revision.id, { onSettled: onClose })}
    />
  );
}
