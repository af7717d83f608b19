import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { isUnsaved } from './model/history.ts';
import type { SyncEditor } from './model/sync-editor.ts';
import { useSyncState } from './use-sync-editor.ts';

/** Asks before the page is left with changes that are not saved. */
export function SyncLeaveGuard({ editor }: { editor: SyncEditor }) {
  const { t } = useTranslation();
  const isAsking = useSyncState(editor, isUnsaved);
  return (
    <LeaveGuard
      isAsking={isAsking}
      title={t('sync.leaveTitle')}
      text={t('sync.leaveText')}
      confirmLabel={t('sync.leave')}
    />
  );
}
