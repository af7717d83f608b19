import { openCounts } from './open-counts.ts';

/** Time for which a refused address counts as active: its client retries after three seconds at most. */
const REFUSED_MS = 30_000;

export type AddressShare = {
  /** Returns true if the address may have one more request in flight. */
  hasRoom: (address: string) => boolean;
  /** Counts a request. Call the returned function once when it ends. */
  enter: (address: string) => () => void;
  noteRefused: (address: string) => void;
};

/**
 * Limits an address to a third of the requests in flight while another one has any or was recently refused; without others it
 * may have all.
 */
export function shareByAddress(limit: number): AddressShare {
  const third = Math.max(1, Math.floor(limit / 3));
  const counts = openCounts();
  /** The last two refused addresses: at least one differs from any given address. */
  let lastRefused: { address: string; at: number }[] = [];
  const isAlone = (address: string) =>
    counts.size() === (counts.of(address) > 0 ? 1 : 0) &&
    !lastRefused.some((last) => last.address !== address && performance.now() - last.at < REFUSED_MS);

  return {
    hasRoom: (address) => counts.of(address) < third || isAlone(address),
    enter: counts.enter,
    noteRefused(address) {
      const other = lastRefused.find((last) => last.address !== address);
      lastRefused = [{ address, at: performance.now() }, ...(other ? [other] : [])];
    },
  };
}
