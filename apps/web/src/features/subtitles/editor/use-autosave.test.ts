import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import type { Editor } from './model/editor.ts';
import { useAutosave } from './use-autosave.ts';

const UNREACHABLE = { result: 'failed' as const, error: new ApiError(0) };

let sent: number[];
/** Responds to the save in flight. */
let respond: (outcome: typeof UNREACHABLE) => void;

function open() {
  const save = (id: number) => {
    sent.push(id);
    return new Promise((resolve) => {
      respond = resolve;
    });
  };
  return renderHook(() => useAutosave({ save } as unknown as Editor, () => undefined));
}

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a row that couldn’t be sent', () => {
  it('is retried every few seconds', async () => {
    const { result, unmount } = open();
    result.current.autosave.save(3);
    await act(async () => respond(UNREACHABLE));
    await act(() => vi.runOnlyPendingTimersAsync());
    expect(sent).toEqual([3, 3]);
    unmount();
  });

  it('isn’t retried once the editor was left, even if the response comes later', async () => {
    const { result, unmount } = open();
    result.current.autosave.save(3);
    unmount();
    await act(async () => respond(UNREACHABLE));
    await vi.runOnlyPendingTimersAsync();
    expect(sent).toEqual([3]);
  });
});
