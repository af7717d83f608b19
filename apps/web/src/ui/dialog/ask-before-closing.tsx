import { use, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../locales/translation.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogClosing } from './dialog-closing.ts';

/** Anywhere in a dialog: while `when` is true, the dialog asks before it closes and loses what was typed. */
export function AskBeforeClosing({ when }: { when: boolean }) {
  const { t } = useTranslation();
  const closing = use(DialogClosing);
  if (!closing) throw new Error('AskBeforeClosing belongs in a Dialog');
  const { hasInput, held, hold } = closing;
  useEffect(() => {
    hasInput.current = when;
    return () => {
      hasInput.current = false;
    };
  }, [hasInput, when]);
  if (!held) return null;
  return (
    <ConfirmDialog
      title={t('app.discardTitle')}
      text={t('app.discardText')}
      confirmLabel={t('app.discard')}
      cancelLabel={t('app.keepEditing')}
      isGrave
      isPending={false}
      onConfirm={() => {
        // The question goes first, and gives the focus back to the dialog, which then gives it to what opened it.
        flushSync(() => hold(null));
        held();
      }}
      onClose={() => hold(null)}
    />
  );
}
