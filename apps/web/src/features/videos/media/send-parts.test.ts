import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { type PartsToSend, sendParts } from './send-parts.ts';

const FILE = new Blob(['abcdefghijklmnopqrstuvwxyz']);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Put = (url: string, bytes: string, onProgress: (sent: number) => void) => void;

/** An upload to a store that collects the parts; `put` can throw. */
function createUpload(put: Put = () => undefined) {
  const stored = new Map<number, string>();
  const urls: string[] = [];
  const fractions: number[] = [];
  const controller = new AbortController();
  const parts: PartsToSend = {
    file: FILE,
    isReadable: async () => true,
    partBytes: 4,
    partCount: 7,
    getUrl: async (part) => {
      urls.push(`${part} ${urls.length}`);
      return urls.at(-1) ?? '';
    },
    put: async (url, bytes, onProgress) => {
      const text = await bytes.text();
      put(url, text, onProgress);
      stored.set(Number(url.split(' ')[0]), text);
    },
    onProgress: (fraction) => fractions.push(fraction),
    signal: controller.signal,
  };
  const storedText = () =>
    [...stored]
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text)
      .join('');
  return { parts, controller, storedText, urls, fractions };
}

async function runToEnd(sent: Promise<void>): Promise<unknown> {
  const outcome = sent.then(
    () => 'sent',
    (error) => error,
  );
  await vi.runAllTimersAsync();
  return outcome;
}

it('a file is sent completely, with a shorter last part', async () => {
  const { parts, storedText, fractions, urls } = createUpload();
  expect(await runToEnd(sendParts(parts))).toBe('sent');
  expect(storedText()).toBe('abcdefghijklmnopqrstuvwxyz');
  expect(fractions.at(-1)).toBe(1);
  expect(urls).toHaveLength(7);
});

it('only an interrupted part is sent again, to a new URL', async () => {
  let failures = 0;
  const { parts, storedText, urls } = createUpload((_, __, onProgress) => {
    onProgress(2);
    failures += 1;
    if (failures <= 10) throw new ApiError(0);
  });
  expect(await runToEnd(sendParts(parts))).toBe('sent');
  expect(storedText()).toBe('abcdefghijklmnopqrstuvwxyz');
  expect(urls).toHaveLength(17);
  expect(new Set(urls).size).toBe(17);
});

it('parts that were sent earlier aren’t sent again, and each sent part is reported', async () => {
  const { parts, urls, fractions } = createUpload();
  const reported: number[] = [];
  const onPartSent = (part: number) => reported.push(part);
  expect(await runToEnd(sendParts({ ...parts, alreadySent: [1, 2, 7], onPartSent }))).toBe('sent');
  expect(reported.sort()).toEqual([3, 4, 5, 6]);
  expect(urls).toHaveLength(4);
  expect(fractions.at(-1)).toBe(1);
});

it('an upload fails after ten minutes without progress, and not before', async () => {
  const { parts } = createUpload(() => {
    throw new ApiError(0);
  });
  const started = Date.now();
  expect(await runToEnd(sendParts(parts))).toMatchObject({ status: 0 });
  expect(Date.now() - started).toBeGreaterThan(600_000);
  expect(Date.now() - started).toBeLessThan(700_000);
});

it('an upload fails immediately if it or its file was deleted', async () => {
  const started = Date.now();
  const deletedUpload = createUpload(() => {
    throw new ApiError(404);
  });
  expect(await runToEnd(sendParts(deletedUpload.parts))).toMatchObject({ status: 404 });
  const deletedFile = createUpload(() => {
    throw new ApiError(0);
  });
  expect(await runToEnd(sendParts({ ...deletedFile.parts, isReadable: async () => false }))).toMatchObject({
    status: 0,
  });
  expect(Date.now() - started).toBeLessThan(1000);
});

it('an upload that is stopped while it waits fails with the signal’s reason', async () => {
  const { parts, controller } = createUpload(() => {
    throw new ApiError(0);
  });
  const sent = sendParts(parts).catch((error) => error);
  await vi.advanceTimersByTimeAsync(5000);
  controller.abort(new DOMException('The upload was stopped.', 'AbortError'));
  expect(await sent).toMatchObject({ name: 'AbortError' });
});
