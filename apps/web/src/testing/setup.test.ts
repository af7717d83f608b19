import { afterEach, describe, expect, it } from 'vitest';
import { type Received, startLoopback } from '../api/testing/loopback.ts';

const calls: string[] = [];
const received: Received[] = [];
let close: (() => Promise<unknown>) | undefined;
afterEach(() => close?.());

/** Simulates a call that is retried after a failure, even if the page has moved to another server. */
async function sendUntilReceived(): Promise<void> {
  const response = await fetch('/late', { method: 'POST' }).catch(() => null);
  if (!response?.ok) setTimeout(sendUntilReceived, 1);
}

describe('leftovers of a test', () => {
  it('can be a timer, an interval, a request without a response and a stored item', async () => {
    setTimeout(() => calls.push('timer'), 5);
    setInterval(() => calls.push('interval'), 5);
    localStorage.setItem('left', 'local');
    sessionStorage.setItem('left', 'session');
    const { close: closeFirst } = await startLoopback(() => new Promise(() => undefined));
    close = closeFirst;
    void sendUntilReceived();
    expect(calls).toEqual([]);
  });

  it('are cleared before the next one', async () => {
    const server = await startLoopback((request) => {
      received.push(request);
      return { status: 200 };
    });
    close = server.close;
    // Wait for an unexpected callback.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect({ calls, received }).toEqual({ calls: [], received: [] });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });
});
