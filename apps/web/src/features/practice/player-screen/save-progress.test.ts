import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { dropTokens, storeTokens } from '../../../api/tokens.ts';
import { createProgressSaver, type Position } from './save-progress.ts';

const at = (index: number, alignmentId = 1): Position => ({ alignmentId, index });

describe('saving progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends the learner’s position once, after a pause', () => {
    const send = vi.fn(async () => undefined);
    const saver = createProgressSaver(at(0), send, vi.fn(), vi.fn());
    for (const index of [1, 2, 3]) saver.move(at(index));
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(send.mock.calls).toEqual([[at(3)]]);
  });

  it('sends nothing when the learner is back at the saved position', () => {
    const send = vi.fn(async () => undefined);
    const saver = createProgressSaver(at(5), send, vi.fn(), vi.fn());
    saver.move(at(6));
    saver.move(at(5));
    vi.advanceTimersByTime(1000);
    saver.flush();
    expect(send).not.toHaveBeenCalled();
  });

  it('sends the pending position when the learner leaves', () => {
    const send = vi.fn(async () => undefined);
    const saver = createProgressSaver(at(0), send, vi.fn(), vi.fn());
    saver.move(at(1));
    saver.flush();
    vi.advanceTimersByTime(1000);
    expect(send.mock.calls).toEqual([[at(1)]]);
  });

  it('stores each position on the device before sending it', () => {
    const store = vi.fn();
    const saver = createProgressSaver(
      at(0),
      vi.fn(async () => undefined),
      vi.fn(),
      store,
    );
    saver.move(at(0));
    saver.move(at(1));
    saver.move(at(2));
    expect(store.mock.calls).toEqual([[at(1)], [at(2)]]);
  });

  it('sends the position in the new alignment, not the old one', () => {
    const send = vi.fn(async () => undefined);
    const saver = createProgressSaver(at(2), send, vi.fn(), vi.fn());
    // The player follows shortly after the script.
    saver.move(at(2, 2));
    saver.move(at(4, 2));
    vi.advanceTimersByTime(1000);
    expect(send.mock.calls).toEqual([[at(4, 2)]]);
  });
});

describe('a save that failed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const refused = (status: number, retryAfterMs?: number) => new ApiError(status, {}, retryAfterMs);

  function saverOver(...errors: (Error | null)[]) {
    const send = vi.fn(async (_: Position) => {
      const error = errors.shift();
      if (error) throw error;
    });
    const onFailure = vi.fn();
    const saver = createProgressSaver(at(0), send, onFailure, vi.fn());
    const sent = () => send.mock.calls.map(([position]) => position.index);
    return { saver, sent, onFailure };
  }

  it('is retried after the server’s Retry-After', async () => {
    const { saver, sent, onFailure } = saverOver(refused(503, 3000), refused(503, 2000));
    saver.move(at(1));
    await vi.advanceTimersByTimeAsync(400);
    await vi.advanceTimersByTimeAsync(2999);
    expect(sent()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent()).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent()).toEqual([1, 1, 1]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent()).toEqual([1, 1, 1]);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('is retried every ten seconds without a response', async () => {
    const { saver, sent, onFailure } = saverOver(refused(0), refused(0));
    saver.move(at(1));
    await vi.advanceTimersByTimeAsync(400 + 600_000);
    expect(sent()).toEqual([1, 1, 1]);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('is superseded by a later position', async () => {
    const { saver, sent } = saverOver(refused(503, 5000));
    saver.move(at(1));
    await vi.advanceTimersByTimeAsync(400);
    saver.move(at(2));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toEqual([1, 2]);
  });

  it('isn’t retried after a later position was saved meanwhile', async () => {
    let fail: (error: Error) => void = () => undefined;
    const send = vi.fn((position: Position) =>
      position.index === 1 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(),
    );
    const saver = createProgressSaver(at(0), send, vi.fn(), vi.fn());
    saver.move(at(1));
    await vi.advanceTimersByTimeAsync(400);
    saver.move(at(2));
    await vi.advanceTimersByTimeAsync(400);
    fail(refused(503));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send.mock.calls.map(([position]) => position.index)).toEqual([1, 2]);
  });

  it('is sent when the learner comes back to the previous position', async () => {
    const { saver, sent } = saverOver(refused(503, 5000));
    saver.move(at(1));
    await vi.advanceTimersByTimeAsync(400);
    // It's unknown whether the server saved it.
    saver.move(at(0));
    await vi.advanceTimersByTimeAsync(400);
    expect(sent()).toEqual([1, 0]);
  });

  it.each([
    ['is retried when the access token couldn’t be renewed yet', { access: 'old', refresh: 'r' }, [1, 1]],
    ['isn’t retried after the session has ended', null, [1]],
  ])('%s', async (_, tokens, expected) => {
    if (tokens) storeTokens(tokens);
    const { saver, sent } = saverOver(refused(401));
    saver.move(at(1));
    await vi.advanceTimersByTimeAsync(60_000);
    dropTokens();
    expect(sent()).toEqual(expected);
  });

  it('isn’t retried after the server rejected it', async () => {
    const { saver, sent, onFailure } = saverOver(refused(404));
    saver.move(at(1));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toEqual([1]);
    expect(onFailure).toHaveBeenCalledTimes(1);
  });
});
