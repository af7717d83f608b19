import { untilAborted } from '../../platform/until-aborted.ts';

/**
 * Deduplicates work by name: one caller runs it, the others wait for its result. If the running one is aborted, the next
 * waiting caller restarts it. Throws the work's errors, or the caller's own abort reason.
 */
export function singleFlight<Result>() {
  type Turn = { result: Promise<Result>; signal: AbortSignal };
  const running = new Map<string, Turn>();

  return async (name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    for (let other = running.get(name); other; other = running.get(name)) {
      try {
        return await untilAborted(other.result, signal);
      } catch (error) {
        if (signal.aborted || !other.signal.aborted) throw error;
        if (running.get(name) === other) running.delete(name);
      }
    }
    signal.throwIfAborted();
    const turn = { result: work(), signal };
    running.set(name, turn);
    try {
      return await turn.result;
    } finally {
      if (running.get(name) === turn) running.delete(name);
    }
  };
}
