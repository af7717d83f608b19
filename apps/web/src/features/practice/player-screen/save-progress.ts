import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, isTemporaryFailure } from '../../../api/api-error.ts';
import { useAccount } from '../../../api/session.ts';
import { refreshToken } from '../../../api/tokens.ts';
import { findProgressPosition, type PracticeSession } from '../practice-session.ts';
import {
  type Progress,
  refreshPositions,
  removeProgress,
  sendProgress,
  storeProgress,
} from '../unsent/unsent-progress.ts';

/** Saves the learner's position when it changes and when the page closes. Until then, it is stored on the device. */
export function useSaveProgress(videoId: number, session: PracticeSession, line: number): void {
  const { alignmentId, loadedPosition } = session;
  const index = findProgressPosition(session, line);
  const client = useQueryClient();
  const account = useAccount();
  const [saver] = useState(() => {
    const createProgress = (position: Position): Progress => ({
      video_id: videoId,
      last_segment: position.index,
      alignment_id: position.alignmentId,
      line: position.line,
      line_count: position.lineCount,
      at: position.at ?? Date.now(),
    });
    return createProgressSaver(
      { alignmentId, index: loadedPosition },
      async (position) => {
        const progress = createProgress(position);
        // The page can be closing.
        await sendProgress(progress, { account, keepalive: true });
        removeProgress(account, progress);
        void refreshPositions(client);
      },
      (error) => console.error('could not save the progress', error),
      (position) => storeProgress(account, createProgress(position)),
    );
  });

  const lineCount = session.segments.length;
  useEffect(
    () => saver.move({ alignmentId, index, line: line + 1, lineCount, at: Date.now() }),
    [saver, alignmentId, index, line, lineCount],
  );
  useEffect(() => saver.flush, [saver]);
  useWindowEvent('pagehide', saver.flush);
  useWindowEvent('online', saver.flush);
}

/** A position in an alignment; `index` counts from 0, `line` from 1. `at` is when the learner reached it. */
export type Position = { alignmentId: number; index: number; line?: number; lineCount?: number; at?: number };

const isSame = (a: Position | null, b: Position) => a?.alignmentId === b.alignmentId && a.index === b.index;

/** Delay for saving several moves as one, in milliseconds. */
const SAVE_DELAY_MS = 400;
/** Retry delay, unless the server sends one. */
const RETRY_MS = 10_000;

/** True also for a 401 while there is a refresh token: the access token could be renewed later. */
const canRetry = (error: unknown): boolean =>
  isTemporaryFailure(error) || (error instanceof ApiError && error.status === 401 && refreshToken() !== null);

type Send = (position: Position) => Promise<unknown>;

/**
 * Saves the last of several positions in quick succession, unless it is already saved. Retries a failed one unless a later one
 * was sent. `onFailure` gets the error of a rejected position; `store` gets each position before it is sent.
 */
export function createProgressSaver(
  initial: Position,
  send: Send,
  onFailure: (error: unknown) => void,
  store: (position: Position) => void,
) {
  /** Position that the server has, or that is in flight; null if unknown. */
  let saved: Position | null = initial;
  let pending: Position | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    if (!pending) return;
    const sent = pending;
    saved = sent;
    pending = null;
    send(sent).catch((error: unknown) => retry(sent, error));
  }

  function retry(sent: Position, error: unknown): void {
    // A later position is in flight.
    if (saved !== sent) return;
    saved = null;
    if (!canRetry(error)) onFailure(error);
    if (!canRetry(error) || pending) return;
    pending = sent;
    timer = setTimeout(flush, (error instanceof ApiError && error.retryAfterMs) || RETRY_MS);
  }

  return {
    move(position: Position): void {
      clearTimeout(timer);
      if (!pending && isSame(saved, position)) return;
      // Also the saved position: it overwrites a stored one.
      store(position);
      pending = isSame(saved, position) ? null : position;
      if (!pending) return;
      timer = setTimeout(flush, SAVE_DELAY_MS);
    },
    /** Saves a pending position now. */
    flush,
  };
}
