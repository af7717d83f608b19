import { vi } from 'vitest';

/**
 * Calls `check` until it succeeds, and resolves with its result. Throws its last error after `timeout` ms, which is long so that
 * no test fails because the machine is slow.
 */
export const eventually = <Value>(check: () => Value | Promise<Value>, timeout = 60_000) =>
  vi.waitFor(check, { timeout, interval: 20 });
