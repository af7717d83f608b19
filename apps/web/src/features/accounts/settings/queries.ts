import { accounts } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';
import { exportStored } from '../../../device-storage/sweep.ts';
import { exportTakes } from '../../../device-storage/take-store.ts';
import { saveJsonFile } from '../../../ui/save-file.ts';

export const sessionsQuery = queryFor(accounts.listSessions, {});

export const useEndSession = () =>
  useMutation({
    mutationFn: (id: number) => call(accounts.endSession, { params: { id } }),
    meta: {
      done: 'settings.sessionEnded',
      failedUnexplained: 'settings.endFailed',
      stale: [accounts.listSessions],
    },
  });

/** Logs out every device, including this one. */
export const useEndAllSessions = (onEnded: () => void) =>
  useMutation({
    mutationFn: () => call(accounts.endAllSessions, {}),
    onSuccess: onEnded,
    meta: { failedUnexplained: 'settings.logOutEverywhereFailed' },
  });

export const useDownloadData = (username: string, account: string) =>
  useMutation({
    // Recordings and unsent work exist only on this device.
    mutationFn: async () => ({
      ...(await call(accounts.exportAccount, {})),
      on_this_device: exportStored(account),
      recordings: await exportTakes(account),
    }),
    onSuccess: (data) => saveJsonFile(`sayback-${username}-${data.exported_at.slice(0, 10)}.json`, data),
    meta: { failedUnexplained: 'settings.downloadFailed' },
  });
