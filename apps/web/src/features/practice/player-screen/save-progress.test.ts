import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { dropTokens, storeTokens } from '../../../api/tokens.ts';
import { createProgressSaver, type Position } from './save-progress.ts';

const createPosition = (index: number, alignmentId = 1): Position => ({ alignmentId, index });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('saving progress', () => {
  it('sends the learner’s position once, after a pause', () => {
    const send = vi.fn(async () => undefined);
    const saver = createProgressSaver(createPosition(0), send, vi.fn(), vi.fn());
    for (const index of [1, 2, 3]) saver.move(createPosition(index));
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(send.mock.calls).toEqual([[createPosition(3)]]);
  });

  it('sends nothing when the learner returns to the saved position', () => {
    const send = vi.fn(async () => undefined);
    const saver = createProgressSaver(createPosition(5), send, vi.fn(), vi.fn());
    saver.move(createPosition(6));
    saver.move(createPosition(5));
    vi.advanceTimersByTime(1000);
    saver.flush();
    expect(send).not.toHaveBeenCalled();
  });

  it('sends the pending position on flush', () => {
    const send = vi.fn(async () => undefined);
    const saver = createProgressSaver(createPosition(0), send, vi.fn(), vi.fn());
    saver.move(createPosition(1));
    saver.flush();
    vi.advanceTimersByTime(1000);
    expect(send.mock.calls).toEqual([[createPosition(1)]]);
  });

  it('stores each position on the device before sending it', () => {
    const store = vi.fn();
    const saver = createProgressSaver(
      createPosition(0),
      vi.fn(async () => undefined),
      vi.fn(),
      store,
    );
    saver.move(createPosition(0));
    saver.move(createPosition(1));
    saver.move(createPosition(2));
    expect(store.mock.calls).toEqual([[createPosition(1)], [createPosition(2)]]);
  });

  it('sends the position in a new alignment', () => {
    const send = vi.fn(async () => undefined);
    const saver = createProgressSaver(createPosition(2), send, vi.fn(), vi.fn());
    // The alignment changes before the player's index.
    saver.move(createPosition(2, 2));
    saver.move(createPosition(4, 2));
    vi.advanceTimersByTime(1000);
    expect(send.mock.calls).toEqual([[createPosition(4, 2)]]);
  });
});

describe('a failed save', () => {
  const createError = (status: number, retryAfterMs?: number) => new ApiError(status, {}, retryAfterMs);

  function createFailingSaver(...errors: (Error | null)[]) {
    const send = vi.fn(async (_: Position) => {
      const error = errors.shift();
      if (error) throw error;
    });
    const onFailure = vi.fn();
    const saver = createProgressSaver(createPosition(0), send, onFailure, vi.fn());
    const listSent = () => send.mock.calls.map(([position]) => position.index);
    return { saver, listSent, onFailure };
  }

  it('is retried after the server’s Retry-After', async () => {
    const { saver, listSent, onFailure } = createFailingSaver(createError(503, 3000), createError(503, 2000));
    saver.move(createPosition(1));
    await vi.advanceTimersByTimeAsync(400);
    await vi.advanceTimersByTimeAsync(2999);
    expect(listSent()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(listSent()).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(listSent()).toEqual([1, 1, 1]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(listSent()).toEqual([1, 1, 1]);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('is retried every ten seconds without a response', async () => {
    const { saver, listSent, onFailure } = createFailingSaver(createError(0), createError(0));
    saver.move(createPosition(1));
    await vi.advanceTimersByTimeAsync(400 + 600_000);
    expect(listSent()).toEqual([1, 1, 1]);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('is superseded by a later position', async () => {
    const { saver, listSent } = createFailingSaver(createError(503, 5000));
    saver.move(createPosition(1));
    await vi.advanceTimersByTimeAsync(400);
    saver.move(createPosition(2));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listSent()).toEqual([1, 2]);
  });

  it('isn’t retried once a later position is saved', async () => {
    let fail: (error: Error) => void = () => undefined;
    const send = vi.fn((position: Position) =>
      position.index === 1 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(),
    );
    const saver = createProgressSaver(createPosition(0), send, vi.fn(), vi.fn());
    saver.move(createPosition(1));
    await vi.advanceTimersByTimeAsync(400);
    saver.move(createPosition(2));
    await vi.advanceTimersByTimeAsync(400);
    fail(createError(503));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send.mock.calls.map(([position]) => position.index)).toEqual([1, 2]);
  });

  it('is superseded by the previously saved position', async () => {
    const { saver, listSent } = createFailingSaver(createError(503, 5000));
    saver.move(createPosition(1));
    await vi.advanceTimersByTimeAsync(400);
    // The server could have saved position 1.
    saver.move(createPosition(0));
    await vi.advanceTimersByTimeAsync(400);
    expect(listSent()).toEqual([1, 0]);
  });

  it.each([
    ['is retried when the access token couldn’t be renewed yet', { access: 'old', refresh: 'r' }, [1, 1]],
    ['isn’t retried after the session has ended', null, [1]],
  ])('%s', async (_, tokens, expected) => {
    if (tokens) storeTokens(tokens);
    const { saver, listSent } = createFailingSaver(createError(401));
    saver.move(createPosition(1));
    await vi.advanceTimersByTimeAsync(60_000);
    dropTokens();
    expect(listSent()).toEqual(expected);
  });

  it('isn’t retried if the server rejects it', async () => {
    const { saver, listSent, onFailure } = createFailingSaver(createError(404));
    saver.move(createPosition(1));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listSent()).toEqual([1]);
    expect(onFailure).toHaveBeenCalledTimes(1);
  });
});
