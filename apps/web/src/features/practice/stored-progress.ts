import { practice, videos } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call, type Input } from '../../api/call.ts';
import { createPersonalStorage } from '../../api/personal-storage.ts';
import { invalidate } from '../../api/query.ts';
import { useProfile } from '../../api/session.ts';
import { useOnReturn } from '../../ui/lazy-part.tsx';

type Body = Input<typeof practice.saveProgress>['body'];

/** Where a learner was, and when by the device's clock. */
export type Progress = Omit<Body, 'age_ms'> & { alignment_id: number; at: number };

/** Sends a position with its age: the server keeps what was practised last, on whatever device. */
export function sendProgress(
  { at, ...progress }: Progress,
  options: { keepalive?: boolean } = {},
): Promise<unknown> {
  const age_ms = Math.min(Math.max(0, Date.now() - at), practice.MAX_PROGRESS_AGE);
  return call(practice.saveProgress, { body: { ...progress, age_ms }, ...options });
}

/** By the video's id. */
const storage = createPersonalStorage<Record<number, Progress>>('unsaved_progress');

const isSame = (a: Progress | undefined, b: Progress) =>
  a?.alignment_id === b.alignment_id && a.last_segment === b.last_segment;

/** Keeps a learner's position until it is saved on the server. */
export function storeProgress(username: string, progress: Progress): void {
  storage.write(username, { ...storage.read(username), [progress.video_id]: progress });
}

/** Forgets a position that is saved, unless a later one is kept by now. */
export function forgetProgress(username: string, progress: Progress): void {
  const { [progress.video_id]: last, ...others } = storage.read(username) ?? {};
  if (!isSame(last, progress)) return;
  storage.write(username, Object.keys(others).length > 0 ? others : undefined);
}

/** The position that is kept of a video. */
export const storedProgress = (username: string, videoId: number): Progress | undefined =>
  storage.read(username)?.[videoId];

/** Sends the positions that are kept; those that the server refuses for good are forgotten. Returns true if one was saved. */
export async function sendStoredProgress(username: string): Promise<boolean> {
  let isSaved = false;
  for (const progress of Object.values(storage.read(username) ?? {})) {
    try {
      await sendProgress(progress);
      isSaved = true;
    } catch (error) {
      const isFinal = error instanceof ApiError && [400, 403, 404, 422].includes(error.status);
      if (!isFinal) return isSaved;
    }
    forgetProgress(username, progress);
  }
  return isSaved;
}

/** Sends what is kept when a page opens, and back online. */
export function useSendStoredProgress(): void {
  const client = useQueryClient();
  const username = useProfile()?.username;
  const send = useCallback(async () => {
    if (username && (await sendStoredProgress(username))) void invalidate(client, videos.listVideos);
  }, [client, username]);
  useEffect(() => void send(), [send]);
  useOnReturn(send);
}
