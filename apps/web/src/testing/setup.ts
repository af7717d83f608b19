import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { setPageAccount } from '../api/page-account.ts';
import { startI18n } from '../locales/testing/start-i18n.ts';
import { toasts } from '../ui/feedback/toast.ts';
import { clear } from './memory-store.ts';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// React captures the call stack of up to 10,000 elements per second, only for its warnings. That takes a tenth of a test's time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as never;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

const timers = new Set<ReturnType<typeof setTimeout>>();
const { setTimeout, setInterval } = globalThis;
const tracked = (start: typeof setTimeout | typeof setInterval) =>
  ((...args: Parameters<typeof setTimeout>) => {
    const timer = start(...args);
    timers.add(timer);
    return timer;
  }) as never;
globalThis.setTimeout = tracked(setTimeout);
globalThis.setInterval = tracked(setInterval);

beforeAll(async () => {
  await startI18n();
});

beforeEach(() => {
  clear();
  localStorage.clear();
  sessionStorage.clear();
  toasts.clear();
  setPageAccount(null);
});

// Clean up after each test: the next one shares the page, the storage and the modules.
afterEach(async () => {
  cleanup();
  void (window as unknown as { happyDOM: { abort: () => Promise<void> } }).happyDOM.abort();
  // An aborted call can schedule a retry.
  await new Promise(setImmediate);
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
});

// The next test file runs with the same modules.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Object.assign(globalThis, { setTimeout, setInterval });
});
