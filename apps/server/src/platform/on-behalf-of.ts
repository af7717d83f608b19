import { AsyncLocalStorage } from 'node:async_hooks';

/** The party that work is done for: an account's id, an address, 'jobs'. `gone` aborts when nobody waits for it any more. */
export type Behalf = { of: number | string; gone: () => AbortSignal };

const current = new AsyncLocalStorage<Behalf>();

/** Runs work on behalf of somebody, including all async work that it starts. */
export const runOnBehalf = <Result>(behalf: Behalf, work: () => Result): Result => current.run(behalf, work);

const OWN: Behalf = { of: 'server', gone: () => new AbortController().signal };

export const currentBehalf = (): Behalf => current.getStore() ?? OWN;
