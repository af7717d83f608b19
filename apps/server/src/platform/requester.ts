import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The account (a number), IP address or part of the server ('jobs') that requested work. `signal` aborts when the requester
 * stops waiting.
 */
export type Requester = { id: number | string; signal: () => AbortSignal };

const storage = new AsyncLocalStorage<Requester>();

/** Runs work for a requester, including all async work that it starts. */
export const runForRequester = <Result>(requester: Requester, work: () => Result): Result =>
  storage.run(requester, work);

const SERVER: Requester = { id: 'server', signal: () => new AbortController().signal };

export const currentRequester = (): Requester => storage.getStore() ?? SERVER;
