import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import type { Editor } from './model/editor.ts';
import { useAutosave } from './use-autosave.ts';

const UNREACHABLE = { result: 'failed' as const, error: new ApiError(0) };

let sentIds: number[];
/** Responds to the save in flight. */
let respond: (outcome: typeof UNREACHABLE) => void;

function renderAutosave() {
  const save = (id: number) => {
    sentIds.push(id);
    return new Promise((resolve) => {
      respond = resolve;
    });
  };
  return renderHook(() => useAutosave({ save } as unknown as Editor, () => undefined));
}

beforeEach(() => {
  sentIds = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a row that couldn’t be saved', () => {
  it('is retried every few seconds', async () => {
    const { result, unmount } = renderAutosave();
    result.current.autosave.save(3);
    await act(async () => respond(UNREACHABLE));
    await act(() => vi.runOnlyPendingTimersAsync());
    expect(sentIds).toEqual([3, 3]);
    unmount();
  });

  it('isn’t retried if the editor was left before the response', async () => {
    const { result, unmount } = renderAutosave();
    result.current.autosave.save(3);
    unmount();
    await act(async () => respond(UNREACHABLE));
    await vi.runOnlyPendingTimersAsync();
    expect(sentIds).toEqual([3]);
  });
});
