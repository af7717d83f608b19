import { configure } from '@testing-library/react';
import { afterAll, beforeEach, vi } from 'vitest';
import { clear } from './memory-store.ts';

// The default of one second is little for a screen on a machine that has other work.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(clear);

// The next test file runs with the same modules.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
