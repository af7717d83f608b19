import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressSaver, type Place } from './progress-saver.ts';

const at = (index: number, alignmentId = 1): Place => ({ alignmentId, index });

describe('saving progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends where the learner stopped, once, after a pause', () => {
    const send = vi.fn();
    const saver = createProgressSaver(at(0), send);
    for (const index of [1, 2, 3]) saver.move(at(index));
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(send.mock.calls).toEqual([[at(3)]]);
  });

  it('sends nothing when the learner is back where they were', () => {
    const send = vi.fn();
    const saver = createProgressSaver(at(5), send);
    saver.move(at(6));
    saver.move(at(5));
    vi.advanceTimersByTime(1000);
    saver.flush();
    expect(send).not.toHaveBeenCalled();
  });

  it('sends what is waiting when the learner leaves', () => {
    const send = vi.fn();
    const saver = createProgressSaver(at(0), send);
    saver.move(at(1));
    saver.flush();
    vi.advanceTimersByTime(1000);
    expect(send.mock.calls).toEqual([[at(1)]]);
  });

  it('does not take the old place for one in the new alignment', () => {
    const send = vi.fn();
    const saver = createProgressSaver(at(2), send);
    saver.restart(at(4, 2));
    // The player follows a moment after the script.
    saver.move(at(2, 2));
    saver.move(at(4, 2));
    vi.advanceTimersByTime(1000);
    expect(send).not.toHaveBeenCalled();
  });
});
