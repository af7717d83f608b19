import { ApiError, mayRecover } from '../../../api/api-error.ts';

/** Parts in flight at once: a single one doesn't fill a fast connection. */
const AT_A_TIME = 3;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Maximum time without progress before the upload fails; a network switch takes less. */
const TIMEOUT_MS = 10 * 60_000;

export type PartsToSend = {
  file: Blob;
  partBytes: number;
  partCount: number;
  /** Parts sent earlier. */
  alreadySent?: readonly number[];
  /** Called when a part has arrived. */
  onSent?: (part: number) => void;
  /** Returns false for a file that was changed or removed meanwhile. */
  isReadable: () => Promise<boolean>;
  /** Signs the URL for a part, counted from 1. */
  getUrl: (part: number) => Promise<string>;
  /** Sends bytes with PUT. Throws an ApiError if they didn't arrive: a temporary one, unless the upload is gone. */
  put: (
    address: string,
    bytes: Blob,
    onProgress: (sent: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Called with the sent fraction, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Waits for a time, or until the browser is online again. Throws when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      ending.abort();
      settle();
    };
    const timer = setTimeout(end(resolve), ms);
    globalThis.addEventListener?.('online', end(resolve), { signal: ending.signal });
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: ending.signal },
    );
  });
}

/**
 * Sends a file in parts. An interrupted part is sent again, to a new URL; the others are unaffected. Throws a permanent
 * failure, the last failure after ten minutes without progress, or the signal's reason.
 */
export async function sendParts({
  file,
  isReadable,
  partBytes,
  partCount,
  alreadySent = [],
  onSent,
  getUrl,
  put,
  onProgress,
  signal,
}: PartsToSend): Promise<void> {
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const sent = new Array<number>(partCount).fill(0);
  const readBytes = (part: number) => file.slice((part - 1) * partBytes, part * partBytes);
  for (const part of alreadySent) sent[part - 1] = readBytes(part).size;
  let movedAt = Date.now();
  let next = 1;

  function report(part: number, bytes: number): void {
    if (bytes > (sent[part - 1] ?? 0)) movedAt = Date.now();
    sent[part - 1] = bytes;
    reportShare();
  }
  function reportShare(): void {
    onProgress(file.size === 0 ? 1 : sent.reduce((sum, each) => sum + each, 0) / file.size);
  }

  async function sendPart(part: number): Promise<void> {
    const bytes = readBytes(part);
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, MAX_PAUSE_MS)) {
      try {
        await put(await getUrl(part), bytes, (done) => report(part, Math.min(done, bytes.size)), either);
        report(part, bytes.size);
        return onSent?.(part);
      } catch (error) {
        either.throwIfAborted();
        report(part, 0);
        if (!mayRecover(error) || Date.now() - movedAt > TIMEOUT_MS || !(await isReadable())) throw error;
        await pause(wait, either);
      }
    }
  }

  async function work(): Promise<void> {
    while (next <= partCount) {
      const part = next;
      next += 1;
      if (!alreadySent.includes(part)) await sendPart(part);
    }
  }
  reportShare();
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    failing.abort();
  }
}

/** Sends bytes to a signed URL, without our own headers, which the signature doesn't include. */
export const putBytes: PartsToSend['put'] = (address, bytes, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () =>
      // The store refuses expired URLs; the next one is new.
      request.status === 200 ? resolve() : reject(new ApiError(request.status === 404 ? 404 : 0));
    request.onerror = () => reject(new ApiError(0));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bytes);
  });
