import { accounts } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { exportTakes } from '../../../media/take-store.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { saveJsonFile } from './save-file.ts';

export const sessionsQuery = queryOf(accounts.listSessions, {});

export function useEndSession() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(accounts.endSession, { params: { id } }),
    onSuccess: () => toast.success(t('settings.sessionEnded')),
    onError: (error) => toast.failure(messageOf(error, t('settings.endFailed'))),
    // Gone or not: what is shown is out of date.
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}

/** Logs out every device, this one too: `onEnded` leaves. */
export function useEndAllSessions(onEnded: () => void) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: () => call(accounts.endAllSessions, {}),
    onSuccess: onEnded,
    onError: (error) => toast.failure(messageOf(error, t('settings.everywhereFailed'))),
  });
}

export function useDownloadData(username: string) {
  const { t } = useTranslation();
  return useMutation({
    // Recordings are on this device alone: the server has none to export.
    mutationFn: async () => ({
      ...(await call(accounts.exportAccount, {})),
      recordings: await exportTakes(username),
    }),
    onSuccess: (data) => saveJsonFile(`sayback-${username}-${data.exported_at.slice(0, 10)}.json`, data),
    onError: (error) => toast.failure(messageOf(error, t('settings.downloadFailed'))),
  });
}
