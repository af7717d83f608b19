import { untilAborted } from '../../platform/until-aborted.ts';

/**
 * Work under a name that several may want at once: one does it, the others wait for what comes of it. Where the one that
 * does it is aborted, the next waiting caller restarts it. Throws what the work throws, or the caller's own abort reason.
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
