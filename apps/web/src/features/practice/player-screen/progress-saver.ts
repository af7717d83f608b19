import { ApiError, mayRecover } from '../../../api/api-error.ts';
import { refreshToken } from '../../../api/tokens.ts';

/** A place in an alignment: the segment's position from 0. */
export type Position = { alignmentId: number; index: number };

const isSame = (a: Position | null, b: Position) => a?.alignmentId === b.alignmentId && a.index === b.index;

/** Moving on quickly is saved once. */
const PAUSE_MS = 400;
/** A server in trouble is tried again after 1, 2, 4 … seconds unless it says when: for some minutes in all. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
const TRIES = 10;

/** A 401 too, while the session is kept: a server in trouble gave no new access token, and may give one later. */
const mayTryAgain = (error: unknown): boolean =>
  mayRecover(error) || (error instanceof ApiError && error.status === 401 && refreshToken() !== null);

type Send = (position: Position) => Promise<unknown>;

/**
 * Sends places to be kept: only the last of several that come quickly, and none that is kept already. What a server in
 * trouble didn't take is sent again, unless a later place was; `onFailure` is told what is given up.
 */
export function createProgressSaver(initial: Position, send: Send, onFailure: (error: unknown) => void) {
  /** What the server has, or is being told; null when that isn't known. */
  let saved: Position | null = initial;
  let pending: Position | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function flush(): void {
    clearTimeout(timer);
    if (!pending) return;
    const sent = pending;
    saved = sent;
    pending = null;
    send(sent).then(
      () => {
        failures = 0;
      },
      (error: unknown) => retry(sent, error),
    );
  }

  function retry(sent: Position, error: unknown): void {
    // A later one is on its way, and tells more.
    if (saved !== sent) return;
    saved = null;
    failures += 1;
    if (!mayTryAgain(error) || failures >= TRIES) {
      failures = 0;
      onFailure(error);
      return;
    }
    if (pending) return;
    pending = sent;
    const saidMs = error instanceof ApiError ? error.retryAfterMs : undefined;
    timer = setTimeout(flush, saidMs ?? Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS));
  }

  return {
    /** The learner is there now. */
    move(position: Position): void {
      clearTimeout(timer);
      pending = isSame(saved, position) ? null : position;
      if (pending) timer = setTimeout(flush, PAUSE_MS);
    },
    /** The server is known to have this place: another alignment was opened there. */
    restart(position: Position): void {
      flush();
      saved = position;
    },
    /** Sends at once what is waiting. */
    flush,
  };
}
