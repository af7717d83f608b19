import { useEffect, useState } from 'react';
import { isTemporaryFailure } from '../../../api/api-error.ts';
import type { Editor } from './model/editor.ts';
import type { Outcome } from './model/segment-gateway.ts';

/** Delay before saving a row that changes without having the focus, as by dragging an edge, in milliseconds. */
const SAVE_DELAY_MS = 1000;
/** Retry interval while the server is unreachable, in milliseconds. The browser's `online` event usually triggers a retry sooner. */
const RETRY_MS = 5000;

type Options = {
  editor: Editor;
  onFailed: (outcome: Outcome, id: number, enqueue: (id: number) => void) => void;
  onQueueChange: (count: number) => void;
};

function createAutosave({ editor, onFailed, onQueueChange }: Options) {
  const queuedIds = new Set<number>();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let delayTimer: ReturnType<typeof setTimeout> | undefined;
  /** Row that is saved when `delayTimer` ends. */
  let delayedId: number | null = null;
  /** True once the screen was left. Then rows are only stored in the browser, since later saves would conflict with the next visit. */
  let isStopped = false;

  /** Saves the row once the server is reachable. */
  function enqueue(id: number): void {
    if (isStopped) return;
    queuedIds.add(id);
    clearTimeout(retryTimer);
    retryTimer = setTimeout(sendQueued, RETRY_MS);
    onQueueChange(queuedIds.size);
  }
  async function send(id: number): Promise<void> {
    // Don't open a dialog: the user is typing in another row.
    const outcome = await editor.save(id, false);
    if (outcome.result === 'failed' && isTemporaryFailure(outcome.error)) {
      enqueue(id);
      return;
    }
    queuedIds.delete(id);
    if (outcome.result === 'failed' || outcome.result === 'conflict') onFailed(outcome, id, enqueue);
    onQueueChange(queuedIds.size);
  }
  function sendQueued(): void {
    clearTimeout(retryTimer);
    for (const id of queuedIds) void send(id);
  }
  return {
    save: (id: number) => void send(id),
    enqueue,
    saveAfterDelay(id: number): void {
      clearTimeout(delayTimer);
      if (delayedId !== null && delayedId !== id) void send(delayedId);
      delayedId = id;
      delayTimer = setTimeout(() => {
        delayedId = null;
        void send(id);
      }, SAVE_DELAY_MS);
    },
    start(): () => void {
      isStopped = false;
      window.addEventListener('online', sendQueued);
      return () => {
        isStopped = true;
        window.removeEventListener('online', sendQueued);
        clearTimeout(retryTimer);
        clearTimeout(delayTimer);
      };
    },
  };
}

/**
 * Saves a row on blur, and retries while the server is unreachable. Rows restored from an earlier visit wait until the user has
 * focused them.
 */
export function useAutosave(editor: Editor, onFailed: Options['onFailed']) {
  const [queuedCount, setQueuedCount] = useState(0);
  const [autosave] = useState(() => createAutosave({ editor, onFailed, onQueueChange: setQueuedCount }));
  useEffect(() => autosave.start(), [autosave]);
  return { autosave, queuedCount };
}
