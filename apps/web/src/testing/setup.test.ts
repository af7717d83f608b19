import { afterEach, describe, expect, it } from 'vitest';
import { type Received, startLoopback } from '../api/testing/loopback.ts';

const late: string[] = [];
const received: Received[] = [];
let close: (() => Promise<unknown>) | undefined;
afterEach(() => close?.());

/** Simulates a call that is retried after a failure, even if the page was moved to another server meanwhile. */
async function sendUntilReceived(): Promise<void> {
  const failure = await fetch('/late', { method: 'POST' }).catch(() => null);
  if (!failure?.ok) setTimeout(sendUntilReceived, 1);
}

describe('leftovers of a test', () => {
  it('are a timer, an interval, a request without a response and a stored item', async () => {
    setTimeout(() => late.push('timer'), 5);
    setInterval(() => late.push('interval'), 5);
    localStorage.setItem('left', 'local');
    sessionStorage.setItem('left', 'session');
    const { close: closeFirst } = await startLoopback(() => new Promise(() => undefined));
    close = closeFirst;
    void sendUntilReceived();
    expect(late).toEqual([]);
  });

  it('are cleared before the next one', async () => {
    const server = await startLoopback((got) => {
      received.push(got);
      return { status: 200 };
    });
    close = server.close;
    // Time for an unwanted callback.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect({ late, received }).toEqual({ late: [], received: [] });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });
});
