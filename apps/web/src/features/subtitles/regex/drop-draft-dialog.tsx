import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

type Props = { count: number; isPending: boolean; onConfirm: () => void; onClose: () => void };

/** Asks whether the draft goes too when the search is reset. */
export function DropDraftDialog({ count, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('regex.dropTitle')}
      text={t('regex.dropText', { count })}
      confirmLabel={t('regex.drop')}
      {...props}
    />
  );
}
