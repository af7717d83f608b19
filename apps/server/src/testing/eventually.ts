import { vi } from 'vitest';

/**
 * Calls `check` until it neither throws nor rejects, and resolves with what it returned. `timeout` in ms is long on purpose: no test
 * fails because the machine is slow.
 * @throws what `check` threw last.
 */
export const eventually = <Value>(check: () => Value | Promise<Value>, timeout = 60_000) =>
  vi.waitFor(check, { timeout, interval: 20 });
