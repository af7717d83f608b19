import { buildUrl, practice, videos } from '@sayback/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call, type Input } from '../../../api/call.ts';
import { dropPrefetched } from '../../../api/prefetched-responses.ts';
import { invalidate } from '../../../api/query.ts';
import { useAccount } from '../../../api/session.ts';
import { accountStorage } from '../../../device-storage/account-storage.ts';
import { useOnReconnect } from '../../../ui/lazy-part.tsx';

type Body = Input<typeof practice.saveProgress>['body'];

/** A learner's position, with its time by the device's clock. */
export type Progress = Omit<Body, 'age_ms'> & { alignment_id: number; at: number };

/** Sends a position with its age: the server keeps the latest one across devices. */
export function sendProgress(
  { at, ...progress }: Progress,
  options: { account: string; keepalive?: boolean },
): Promise<unknown> {
  const age_ms = Math.min(Math.max(0, Date.now() - at), practice.MAX_PROGRESS_AGE);
  return call(practice.saveProgress, { body: { ...progress, age_ms }, ...options });
}

/** Unsaved positions by video id. */
const storage = accountStorage<Progress>('progress');

const isSame = (a: Progress | undefined, b: Progress) =>
  a?.alignment_id === b.alignment_id && a.last_segment === b.last_segment;

/** Stores a position on the device until it is saved. */
export function storeProgress(account: string, progress: Progress): void {
  storage.write(account, progress, String(progress.video_id));
}

/** Removes a stored position once it is saved, unless a later one has replaced it. */
export function removeProgress(account: string, progress: Progress): void {
  if (!isSame(readProgress(account, progress.video_id), progress)) return;
  storage.write(account, undefined, String(progress.video_id));
}

export const readProgress = (account: string, videoId: number): Progress | undefined =>
  storage.read(account, String(videoId));

/** Sends the stored positions. Removes saved and permanently rejected ones. Returns true if one was saved. */
export async function sendStoredProgress(account: string): Promise<boolean> {
  let hasSaved = false;
  for (const progress of storage.items(account).map((video) => readProgress(account, Number(video)))) {
    if (!progress) continue;
    try {
      await sendProgress(progress, { account });
      dropPrefetched(buildUrl(practice.getProgress.path, { id: progress.video_id }));
      hasSaved = true;
    } catch (error) {
      const isFinal = error instanceof ApiError && [400, 403, 404, 422].includes(error.status);
      if (!isFinal) return hasSaved;
    }
    removeProgress(account, progress);
  }
  return hasSaved;
}

/** Reloads queries that contain a learner's positions: the list of videos, and the video to continue. */
export const refreshPositions = (client: QueryClient): Promise<unknown> =>
  Promise.all([invalidate(client, videos.listVideos), invalidate(client, practice.getLastPractised)]);

/** Sends stored positions when a page opens, and when back online. */
export function useSendStoredProgress(): void {
  const client = useQueryClient();
  const account = useAccount();
  const send = useCallback(async () => {
    if (account && (await sendStoredProgress(account))) void refreshPositions(client);
  }, [client, account]);
  useEffect(() => void send(), [send]);
  useOnReconnect(send);
}
