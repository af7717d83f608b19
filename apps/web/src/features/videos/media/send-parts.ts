import { ApiError, isTemporaryFailure } from '../../../api/api-error.ts';

/** Number of parts in flight: a single one can't saturate a fast connection. */
const MAX_PARALLEL = 3;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** Maximum time without progress before the upload fails; changing the network takes less. */
const TIMEOUT_MS = 10 * 60_000;

export type PartsToSend = {
  file: Blob;
  partBytes: number;
  partCount: number;
  /** Parts sent earlier. */
  alreadySent?: readonly number[];
  /** Called when the store has a part. */
  onPartSent?: (part: number) => void;
  /** Returns false for a file that was changed or removed meanwhile. */
  isReadable: () => Promise<boolean>;
  /** Signs the URL for a part, counted from 1. */
  getUrl: (part: number) => Promise<string>;
  /** Sends bytes with PUT. Throws an ApiError if they didn't arrive: a temporary one, unless the upload was deleted. */
  put: (
    url: string,
    bytes: Blob,
    onProgress: (sentBytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Called with the sent fraction, 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

/** Waits some milliseconds, or until the browser is online again. Throws when the signal aborts. */
function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const cleanup = new AbortController();
    const finishWith = (settle: () => void) => () => {
      clearTimeout(timer);
      cleanup.abort();
      settle();
    };
    const timer = setTimeout(finishWith(resolve), ms);
    globalThis.addEventListener?.('online', finishWith(resolve), { signal: cleanup.signal });
    signal.addEventListener(
      'abort',
      finishWith(() => reject(signal.reason)),
      { signal: cleanup.signal },
    );
  });
}

/**
 * Sends a file in parts. An interrupted part is sent again, to a new URL. Throws a permanent failure, the last failure after ten
 * minutes without progress, or the signal's reason.
 */
export async function sendParts({
  file,
  isReadable,
  partBytes,
  partCount,
  alreadySent = [],
  onPartSent,
  getUrl,
  put,
  onProgress,
  signal,
}: PartsToSend): Promise<void> {
  const failure = new AbortController();
  const anySignal = AbortSignal.any([signal, failure.signal]);
  const sentBytes = new Array<number>(partCount).fill(0);
  const readBytes = (part: number) => file.slice((part - 1) * partBytes, part * partBytes);
  for (const part of alreadySent) sentBytes[part - 1] = readBytes(part).size;
  let lastProgressAt = Date.now();
  let nextPart = 1;

  function setSentBytes(part: number, bytes: number): void {
    if (bytes > (sentBytes[part - 1] ?? 0)) lastProgressAt = Date.now();
    sentBytes[part - 1] = bytes;
    reportProgress();
  }
  function reportProgress(): void {
    onProgress(file.size === 0 ? 1 : sentBytes.reduce((sum, each) => sum + each, 0) / file.size);
  }

  async function sendPart(part: number): Promise<void> {
    const bytes = readBytes(part);
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(2 * delay, MAX_RETRY_MS)) {
      try {
        await put(
          await getUrl(part),
          bytes,
          (loaded) => setSentBytes(part, Math.min(loaded, bytes.size)),
          anySignal,
        );
        setSentBytes(part, bytes.size);
        return onPartSent?.(part);
      } catch (error) {
        anySignal.throwIfAborted();
        setSentBytes(part, 0);
        if (!isTemporaryFailure(error) || Date.now() - lastProgressAt > TIMEOUT_MS || !(await isReadable()))
          throw error;
        await waitForRetry(delay, anySignal);
      }
    }
  }

  async function sendNextParts(): Promise<void> {
    while (nextPart <= partCount) {
      const part = nextPart;
      nextPart += 1;
      if (!alreadySent.includes(part)) await sendPart(part);
    }
  }
  reportProgress();
  try {
    await Promise.all(Array.from({ length: MAX_PARALLEL }, sendNextParts));
  } finally {
    failure.abort();
  }
}

/** Sends bytes to a signed URL, without our headers, which the signature doesn't include. */
export const putBytes: PartsToSend['put'] = (url, bytes, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () =>
      // The store can refuse an expired URL: retry with a new one.
      request.status === 200 ? resolve() : reject(new ApiError(request.status === 404 ? 404 : 0));
    request.onerror = () => reject(new ApiError(0));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bytes);
  });
