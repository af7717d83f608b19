import { use, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../locales/translation.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogClosing } from './dialog-closing.ts';

/** Makes the surrounding dialog ask before closing while `when` is true, since input would be lost. */
export function AskBeforeClosing({ when }: { when: boolean }) {
  const { t } = useTranslation();
  const closing = use(DialogClosing);
  if (!closing) throw new Error('AskBeforeClosing belongs in a Dialog');
  const { hasInput, pendingClose, setPendingClose } = closing;
  useEffect(() => {
    hasInput.current = when;
    return () => {
      hasInput.current = false;
    };
  }, [hasInput, when]);
  if (!pendingClose) return null;
  return (
    <ConfirmDialog
      title={t('app.discardTitle')}
      text={t('app.discardText')}
      confirmLabel={t('app.discard')}
      cancelLabel={t('app.keepEditing')}
      isDestructive
      isPending={false}
      onConfirm={() => {
        // Close the question first: it returns the focus to the dialog, which returns it to its opener.
        flushSync(() => setPendingClose(null));
        pendingClose();
      }}
      onClose={() => setPendingClose(null)}
    />
  );
}
