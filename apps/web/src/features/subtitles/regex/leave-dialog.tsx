import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** Asks before the page is left with changes that are accepted and not applied. */
export function LeaveDialog({ count }: { count: number }) {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => count > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => count > 0,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('regex.leaveTitle')}
      text={t('regex.leaveText', { count })}
      confirmLabel={t('regex.leave')}
      isPending={false}
      onConfirm={proceed}
      onClose={reset}
    />
  );
}
