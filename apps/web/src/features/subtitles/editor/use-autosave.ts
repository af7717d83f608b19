import { useEffect, useState } from 'react';
import { mayRecover } from '../../../api/api-error.ts';
import type { Editor } from './model/editor.ts';
import type { Outcome } from './model/segment-gateway.ts';

/** Delay before saving a row that changes without focus, such as by dragging an edge, in milliseconds. */
const REST_MS = 1000;
/** Retry interval while the server is unreachable, in milliseconds; the browser's `online` event mostly comes first. */
const RETRY_MS = 5000;

type Options = {
  editor: Editor;
  onFailed: (outcome: Outcome, id: number, sendLater: (id: number) => void) => void;
  onWaiting: (count: number) => void;
};

function createAutosave({ editor, onFailed, onWaiting }: Options) {
  const waiting = new Set<number>();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  /** The row with a pending delayed save. */
  let resting: number | null = null;
  /** Once the screen is left, its rows stay in the browser's storage: the next visit would conflict with saves from here. */
  let isLeft = false;

  /** Saves it once the server is reachable. */
  function sendLater(id: number): void {
    if (isLeft) return;
    waiting.add(id);
    clearTimeout(retry);
    retry = setTimeout(sendWaiting, RETRY_MS);
    onWaiting(waiting.size);
  }
  async function send(id: number): Promise<void> {
    // A dialog would capture keys meant for another row.
    const outcome = await editor.save(id, false);
    if (outcome.result === 'failed' && mayRecover(outcome.error)) {
      sendLater(id);
      return;
    }
    waiting.delete(id);
    if (outcome.result === 'failed' || outcome.result === 'conflict') onFailed(outcome, id, sendLater);
    onWaiting(waiting.size);
  }
  function sendWaiting(): void {
    clearTimeout(retry);
    for (const id of waiting) void send(id);
  }
  return {
    save: (id: number) => void send(id),
    sendLater,
    saveAtRest(id: number): void {
      clearTimeout(rest);
      if (resting !== null && resting !== id) void send(resting);
      resting = id;
      rest = setTimeout(() => {
        resting = null;
        void send(id);
      }, REST_MS);
    },
    start(): () => void {
      isLeft = false;
      window.addEventListener('online', sendWaiting);
      return () => {
        isLeft = true;
        window.removeEventListener('online', sendWaiting);
        clearTimeout(retry);
        clearTimeout(rest);
      };
    },
  };
}

/**
 * Saves a row on blur, and retries while the server is unreachable. Rows restored from an earlier visit wait until the user has
 * focused them.
 */
export function useAutosave(editor: Editor, onFailed: Options['onFailed']) {
  const [waitingCount, setWaitingCount] = useState(0);
  const [autosave] = useState(() => createAutosave({ editor, onFailed, onWaiting: setWaitingCount }));
  useEffect(() => autosave.start(), [autosave]);
  return { autosave, waitingCount };
}
