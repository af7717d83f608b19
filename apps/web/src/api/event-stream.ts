import type { Endpoint, Schema } from '@sayback/contract';
import { createParser } from 'eventsource-parser';
import * as z from 'zod/mini';
import { ApiError, UnexpectedResponse } from './api-error.ts';
import { fetchAnswer, type Input, readResponse } from './call.ts';

type Stream = Endpoint & { events: Schema };

type Listener<Event> = {
  onEvent: (event: Event) => void;
  /** Called when the connection opens or is lost. Events in between may have been missed. */
  onConnection?: (isOpen: boolean) => void;
  /** Called when the server has closed the stream: returns true if nothing more will come. Without it, the stream reconnects. */
  isOver?: () => boolean;
};

/** In milliseconds. */
type Pace = { firstRetry: number; lastRetry: number; silence: number };

/** The server writes at least every 5 s: after three missed heartbeats the connection counts as dead. */
const PACE: Pace = { firstRetry: 500, lastRetry: 15_000, silence: 16_000 };

/** Returns true if a retry may succeed: no response, a 5xx or a 429. */
const mayRecover = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const cut = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', cut, { once: true });
  });
}

/** Aborts with its outer signal, or when nothing has arrived for `silence` milliseconds. */
function listenFor(silence: number, outer: AbortSignal) {
  const inner = new AbortController();
  const end = () => inner.abort();
  outer.addEventListener('abort', end, { once: true });
  let timer = setTimeout(end, silence);
  return {
    signal: inner.signal,
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(end, silence);
    },
    close: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', end);
      inner.abort();
    },
  };
}

/** Reads one connection until it ends. Throws an ApiError; status 0 if it was lost. */
async function readStream<E extends Stream>(
  declared: E,
  input: Input<E> & { signal: AbortSignal },
  onData: (data: string) => void,
  onOpen: () => void,
  silence: number,
): Promise<void> {
  const line = listenFor(silence, input.signal);
  try {
    const response = await fetchAnswer(declared, { ...input, signal: line.signal });
    if (!response.ok) await readResponse(declared, response.status, await response.text());
    const reader = response.body?.getReader();
    if (!reader) throw new UnexpectedResponse(declared.path);
    onOpen();
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent: ({ data }) => onData(data) });
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      line.heard();
      parser.feed(decoder.decode(chunk.value, { stream: true }));
    }
  } catch (error) {
    if (error instanceof ApiError || error instanceof UnexpectedResponse) throw error;
    throw new ApiError(0);
  } finally {
    line.close();
  }
}

/**
 * Follows the server-sent events of an endpoint with the session's token, and reconnects when the connection is lost.
 * Resolves when `signal` aborts or the stream is over. Throws an ApiError if the server refuses, and UnexpectedResponse for
 * events outside of the contract.
 */
export async function followEvents<E extends Stream>(
  declared: E,
  input: Input<E> & { signal: AbortSignal },
  { onEvent, onConnection, isOver }: Listener<z.output<E['events']>>,
  pace: Pace = PACE,
): Promise<void> {
  const { signal } = input;
  let delay = pace.firstRetry;
  const take = (data: string) => {
    const read = z.safeParse(declared.events, JSON.parse(data));
    if (!read.success) throw new UnexpectedResponse(declared.path);
    delay = pace.firstRetry;
    if (!signal.aborted) onEvent(read.data as z.output<E['events']>);
  };
  while (!signal.aborted) {
    try {
      await readStream(declared, input, take, () => onConnection?.(true), pace.silence);
      if (isOver?.()) return;
    } catch (error) {
      if (!signal.aborted && !mayRecover(error)) throw error;
    } finally {
      if (!signal.aborted) onConnection?.(false);
    }
    await wait(delay, signal);
    delay = Math.min(delay * 2, pace.lastRetry);
  }
}
