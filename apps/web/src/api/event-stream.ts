import type { Endpoint, Schema } from '@sayback/contract';
import { createParser } from 'eventsource-parser';
import * as z from 'zod/mini';
import { ApiError, isTemporaryFailure, UnexpectedResponse } from './api-error.ts';
import { fetchResponse, type Input, readResponse } from './call.ts';

type Stream = Endpoint & { events: Schema };

type Listener<Event> = {
  onEvent: (event: Event) => void;
  /** Called when the connection opens or is lost. Events while it was lost are missed. */
  onConnection?: (isOpen: boolean) => void;
  /** Called when the server has closed the stream. Return true to stop; otherwise it reconnects. */
  isComplete?: () => boolean;
};

/** In milliseconds. */
type Timing = { firstRetryMs: number; maxRetryMs: number; idleMs: number };

/** The server writes at least every 5 s: after three missed heartbeats the connection counts as dead. */
const TIMING: Timing = { firstRetryMs: 500, maxRetryMs: 15_000, idleMs: 16_000 };

const canRetry = (error: unknown) =>
  isTemporaryFailure(error) || (error instanceof ApiError && error.status === 429);

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', finish, { once: true });
  });
}

/** Aborts with its outer signal, or unless `restart` is called within `idleMs`. */
function createIdleAbort(idleMs: number, outerSignal: AbortSignal) {
  const controller = new AbortController();
  const onAbort = () => controller.abort();
  outerSignal.addEventListener('abort', onAbort, { once: true });
  let timer = setTimeout(onAbort, idleMs);
  return {
    signal: controller.signal,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(onAbort, idleMs);
    },
    close: () => {
      clearTimeout(timer);
      outerSignal.removeEventListener('abort', onAbort);
      controller.abort();
    },
  };
}

/** Reads one connection until it ends. Throws an ApiError; status 0 if it was lost. */
async function readStream<E extends Stream>(
  endpoint: E,
  input: Input<E> & { signal: AbortSignal },
  onData: (data: string) => void,
  onOpen: () => void,
  idleMs: number,
): Promise<void> {
  const idle = createIdleAbort(idleMs, input.signal);
  try {
    const response = await fetchResponse(endpoint, { ...input, signal: idle.signal });
    if (!response.ok) await readResponse(endpoint, response.status, await response.text());
    const reader = response.body?.getReader();
    if (!reader) throw new UnexpectedResponse(endpoint.path);
    onOpen();
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent: ({ data }) => onData(data) });
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      idle.restart();
      parser.feed(decoder.decode(chunk.value, { stream: true }));
    }
  } catch (error) {
    if (error instanceof ApiError || error instanceof UnexpectedResponse) throw error;
    throw new ApiError(0);
  } finally {
    idle.close();
  }
}

/**
 * Follows the server-sent events of an endpoint with the session's token, and reconnects when the connection is lost.
 * Resolves when `signal` aborts or the stream is complete. Throws an ApiError if the server refuses, and UnexpectedResponse
 * for events that don't fit the contract.
 */
export async function followEvents<E extends Stream>(
  endpoint: E,
  input: Input<E> & { signal: AbortSignal },
  { onEvent, onConnection, isComplete }: Listener<z.output<E['events']>>,
  timing: Timing = TIMING,
): Promise<void> {
  const { signal } = input;
  let delay = timing.firstRetryMs;
  const parseEvent = (data: string) => {
    const parsed = z.safeParse(endpoint.events, JSON.parse(data));
    if (!parsed.success) throw new UnexpectedResponse(endpoint.path);
    delay = timing.firstRetryMs;
    if (!signal.aborted) onEvent(parsed.data as z.output<E['events']>);
  };
  while (!signal.aborted) {
    try {
      await readStream(endpoint, input, parseEvent, () => onConnection?.(true), timing.idleMs);
      if (isComplete?.()) return;
    } catch (error) {
      if (!signal.aborted && !canRetry(error)) throw error;
    } finally {
      if (!signal.aborted) onConnection?.(false);
    }
    await wait(delay, signal);
    delay = Math.min(delay * 2, timing.maxRetryMs);
  }
}
