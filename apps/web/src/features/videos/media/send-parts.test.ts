import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { type PartsToSend, sendParts } from './send-parts.ts';

const FILE = new Blob(['abcdefghijklmnopqrstuvwxyz']);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Put = (address: string, bytes: string, onProgress: (sent: number) => void) => void;

/** A store that keeps parts by the number in their address; `put` may throw. */
function createStore(put: Put = () => undefined) {
  const stored = new Map<number, string>();
  const addresses: string[] = [];
  const shares: number[] = [];
  const stopping = new AbortController();
  const sending: PartsToSend = {
    file: FILE,
    isReadable: async () => true,
    partBytes: 4,
    partCount: 7,
    getUrl: async (part) => {
      addresses.push(`${part} ${addresses.length}`);
      return addresses.at(-1) ?? '';
    },
    put: async (address, bytes, onProgress) => {
      const text = await bytes.text();
      put(address, text, onProgress);
      stored.set(Number(address.split(' ')[0]), text);
    },
    onProgress: (share) => shares.push(share),
    signal: stopping.signal,
  };
  const whole = () =>
    [...stored]
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text)
      .join('');
  return { sending, stopping, whole, addresses, shares };
}

async function settle(sent: Promise<void>): Promise<unknown> {
  const outcome = sent.then(
    () => 'sent',
    (error) => error,
  );
  await vi.runAllTimersAsync();
  return outcome;
}

it('a file is sent completely in parts, with a shorter last one', async () => {
  const { sending, whole, shares, addresses } = createStore();
  expect(await settle(sendParts(sending))).toBe('sent');
  expect(whole()).toBe('abcdefghijklmnopqrstuvwxyz');
  expect(shares.at(-1)).toBe(1);
  expect(addresses).toHaveLength(7);
});

it('an interrupted part is sent again to a new URL, and the others aren’t', async () => {
  let cuts = 0;
  const { sending, whole, addresses } = createStore((_, __, onProgress) => {
    onProgress(2);
    cuts += 1;
    if (cuts <= 10) throw new ApiError(0);
  });
  expect(await settle(sendParts(sending))).toBe('sent');
  expect(whole()).toBe('abcdefghijklmnopqrstuvwxyz');
  expect(addresses).toHaveLength(17);
  expect(new Set(addresses).size).toBe(17);
});

it('parts that were sent before aren’t sent again, and each one that arrives is reported', async () => {
  const { sending, addresses, shares } = createStore();
  const arrived: number[] = [];
  const onSent = (part: number) => arrived.push(part);
  expect(await settle(sendParts({ ...sending, alreadySent: [1, 2, 7], onSent }))).toBe('sent');
  expect(arrived.sort()).toEqual([3, 4, 5, 6]);
  expect(addresses).toHaveLength(4);
  expect(shares.at(-1)).toBe(1);
});

it('an upload fails after ten minutes without progress, and not before', async () => {
  const { sending } = createStore(() => {
    throw new ApiError(0);
  });
  const started = Date.now();
  expect(await settle(sendParts(sending))).toMatchObject({ status: 0 });
  expect(Date.now() - started).toBeGreaterThan(600_000);
  expect(Date.now() - started).toBeLessThan(700_000);
});

it('an upload that was deleted, or whose file was, fails at once', async () => {
  const started = Date.now();
  const gone = createStore(() => {
    throw new ApiError(404);
  });
  expect(await settle(sendParts(gone.sending))).toMatchObject({ status: 404 });
  const cut = createStore(() => {
    throw new ApiError(0);
  });
  expect(await settle(sendParts({ ...cut.sending, isReadable: async () => false }))).toMatchObject({
    status: 0,
  });
  expect(Date.now() - started).toBeLessThan(1000);
});

it('an upload that is stopped while it waits ends with the reason', async () => {
  const { sending, stopping } = createStore(() => {
    throw new ApiError(0);
  });
  const sent = sendParts(sending).catch((error) => error);
  await vi.advanceTimersByTimeAsync(5000);
  stopping.abort(new DOMException('The upload was stopped.', 'AbortError'));
  expect(await sent).toMatchObject({ name: 'AbortError' });
});
