import { untilAborted } from '../../platform/until-aborted.ts';

/**
 * Deduplicates concurrent work by name: one caller runs it, and the others wait for its result. If its caller aborts, the next
 * waiting one starts it again. Throws the work's errors, or the caller's own abort reason.
 */
export function singleFlight<Result>() {
  type Flight = { result: Promise<Result>; signal: AbortSignal };
  const running = new Map<string, Flight>();

  return async (name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    for (let current = running.get(name); current; current = running.get(name)) {
      try {
        return await untilAborted(current.result, signal);
      } catch (error) {
        if (signal.aborted || !current.signal.aborted) throw error;
        if (running.get(name) === current) running.delete(name);
      }
    }
    signal.throwIfAborted();
    const flight = { result: work(), signal };
    running.set(name, flight);
    try {
      return await flight.result;
    } finally {
      if (running.get(name) === flight) running.delete(name);
    }
  };
}
