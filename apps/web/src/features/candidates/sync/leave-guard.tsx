import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { SyncEditor } from './editor.ts';
import { isUnsaved } from './model/history.ts';
import { useSyncState } from './use-sync-editor.ts';

/** Asks before the page is left with changes that are not saved. */
export function LeaveGuard({ editor }: { editor: SyncEditor }) {
  const { t } = useTranslation();
  const isAsking = useSyncState(editor, isUnsaved);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsking && current.pathname !== next.pathname,
    enableBeforeUnload: () => isAsking,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('sync.leaveTitle')}
      text={t('sync.leaveText')}
      confirmLabel={t('sync.leave')}
      isPending={false}
      onConfirm={proceed}
      onClose={reset}
    />
  );
}
