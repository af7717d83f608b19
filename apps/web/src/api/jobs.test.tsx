import type { ServerResponse } from 'node:http';
import type { jobs } from '@sayback/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useJob } from './jobs.ts';
import { type Received, type Reply, startLoopback } from './testing/loopback.ts';
import { storeTokens } from './tokens.ts';

const job = (changes: Partial<jobs.Job> = {}): jobs.Job => ({
  id: 5,
  kind: 'translate',
  subject: 'alignment:1',
  status: 'running',
  done: 1,
  total: 4,
  message: '',
  result: null,
  created_at: '2026-01-02T03:04:05Z',
  ...changes,
});

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let currentJob: jobs.Job;
let sendEvents: (response: ServerResponse) => void;
/** Delays the response about the job. */
let pending: Promise<void>;

async function respond({ path }: Received): Promise<Reply> {
  if (path === '/api/jobs/5/events/') return { status: 200, stream: (response) => sendEvents(response) };
  const current = currentJob;
  await pending;
  return { status: path === '/api/jobs/5/' || path === '/api/jobs/5/stop/' ? 200 : 404, body: current };
}

function follow(id: number | null = 5) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const onEnd = vi.fn();
  const hook = renderHook((props: { id: number | null }) => useJob(props.id, onEnd), {
    wrapper,
    initialProps: { id },
  });
  return { ...hook, onEnd, job: () => hook.result.current.job };
}
const sendJob = (response: ServerResponse, job: jobs.Job) =>
  response.write(`data: ${JSON.stringify(job)}\n\n`);

beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: 'a', refresh: 'r' });
  currentJob = job();
  pending = Promise.resolve();
  sendEvents = (response) => response.write(':\n\n');
  loopback = await startLoopback(respond);
});
afterEach(async () => {
  cleanup();
  await loopback.close();
});

describe('following a job', () => {
  it('updates with its events, and reports its end once', async () => {
    let stream: ServerResponse | undefined;
    sendEvents = (response) => {
      stream = response;
      sendJob(response, job({ done: 3 }));
    };
    const { job: now, onEnd } = follow();
    await waitFor(() => expect(now()).toMatchObject({ done: 3, status: 'running' }));
    if (stream) sendJob(stream, job({ done: 4, status: 'completed', result: { translated: 4 } }));
    stream?.end();
    await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1));
    expect(onEnd.mock.lastCall?.[0]).toMatchObject({ status: 'completed', result: { translated: 4 } });
  });

  it('doesn’t report its end again after further events', async () => {
    currentJob = job({ status: 'completed' });
    const { result, onEnd, job: now } = follow();
    await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1));
    currentJob = job({ status: 'completed', message: 'It had ended already.' });
    act(() => result.current.stop());
    await waitFor(() => expect(now()?.message).toBe('It had ended already.'));
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('reports the end of a job that had already ended', async () => {
    currentJob = job({ status: 'failed', message: 'No service.' });
    sendEvents = (response) => {
      sendJob(response, currentJob);
      response.end();
    };
    const { onEnd } = follow();
    await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1));
  });

  it('isn’t reverted by an older response that arrives after an event', async () => {
    let sendResponse = () => {};
    pending = new Promise((resolve) => {
      sendResponse = resolve;
    });
    sendEvents = (response) => sendJob(response, job({ done: 3 }));
    const { job: now } = follow();
    await waitFor(() => expect(now()).toMatchObject({ done: 3 }));
    sendResponse();
    // Wait for the older response to be read.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(now()).toMatchObject({ done: 3 });
  });

  it('polls while events don’t get through', async () => {
    sendEvents = (response) => response.destroy();
    const { job: now } = follow();
    await waitFor(() => expect(now()).toMatchObject({ done: 1 }));
    currentJob = job({ done: 2 });
    await waitFor(() => expect(now()).toMatchObject({ done: 2 }));
  });

  it('stops the job on request', async () => {
    const { result } = follow();
    await waitFor(() => expect(result.current.job).not.toBeNull());
    expect(result.current.isStopping).toBe(false);
    act(() => result.current.stop());
    await waitFor(() => expect(result.current.isStopping).toBe(true));
    expect(loopback.received).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/api/jobs/5/stop/' }),
    );
  });

  it('disconnects when it is unmounted', async () => {
    const disconnected = new Promise<void>((resolve) => {
      sendEvents = (response) => {
        response.write(':\n\n');
        response.on('close', resolve);
      };
    });
    const { job: now, unmount } = follow();
    await waitFor(() => expect(now()).not.toBeNull());
    await waitFor(() => expect(loopback.received.some(({ path }) => path.endsWith('/events/'))).toBe(true));
    unmount();
    await disconnected;
  });
});

it('a job without an id is never requested', () => {
  const { job: now } = follow(null);
  expect(now()).toBeNull();
  expect(loopback.received).toEqual([]);
});
