/**
 * Maximum number of requests in flight, more than any server here handles concurrently. Further ones aren't sent, to limit the
 * bench's own load.
 */
const MAX_WAITING = 400;

/** Sends requests at a constant rate, regardless of responses, as independent users do. */
export function startArrivals(perSecond: number, send: () => Promise<unknown>) {
  let waiting = 0;
  let max = 0;
  let unsent = 0;
  const timer = setInterval(() => {
    if (waiting >= MAX_WAITING) {
      unsent += 1;
      return;
    }
    waiting += 1;
    max = Math.max(max, waiting);
    send()
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
  }, 1000 / perSecond);
  return {
    /** Returns the peak number of requests in flight, and the number of requests not sent because of the limit. */
    most: () => ({ most: max, unsent }),
    stop: () => clearInterval(timer),
  };
}
