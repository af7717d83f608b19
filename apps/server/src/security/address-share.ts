import { openCounts } from './open-counts.ts';

/** Time for which a rejected address counts as active: its client retries within three seconds. */
const REFUSED_MS = 30_000;

export type AddressShare = {
  /** Returns true if the address can have another request in flight. */
  isBelowShare: (address: string) => boolean;
  /** Counts a request. Call the returned function once when it ends. */
  enter: (address: string) => () => void;
  noteRefused: (address: string) => void;
};

/**
 * Limits each address to a third of the requests in flight while another address has any or was recently rejected. Otherwise it
 * can use the whole limit.
 */
export function shareByAddress(limit: number): AddressShare {
  const third = Math.max(1, Math.floor(limit / 3));
  const counts = openCounts();
  /** The last two rejected addresses. At least one of them isn't the address in question. */
  let lastRefused: { address: string; at: number }[] = [];
  const isAlone = (address: string) =>
    counts.size() === (counts.get(address) > 0 ? 1 : 0) &&
    !lastRefused.some((last) => last.address !== address && performance.now() - last.at < REFUSED_MS);

  return {
    isBelowShare: (address) => counts.get(address) < third || isAlone(address),
    enter: counts.enter,
    noteRefused(address) {
      const other = lastRefused.find((last) => last.address !== address);
      lastRefused = [{ address, at: performance.now() }, ...(other ? [other] : [])];
    },
  };
}
