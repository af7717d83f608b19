import { vi } from 'vitest';

/**
 * Calls `check` until it succeeds, and returns its result. Throws its last error after `timeout` milliseconds. The default is
 * long, so that no test fails because the machine is slow.
 */
export const eventually = <Value>(check: () => Value | Promise<Value>, timeout = 60_000) =>
  vi.waitFor(check, { timeout, interval: 20 });
