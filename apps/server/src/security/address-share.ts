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
 * Limits an address to a third of the requests in flight while another one has any or was recently refused; alone it may
 * have all.
 */
export function shareByAddress(limit: number): AddressShare {
  const third = Math.max(1, Math.floor(limit / 3));
  const counts = new Map<string, number>();
  /** The last two refused addresses: at least one differs from any given address. */
  let lastRefused: { address: string; at: number }[] = [];
  const isAlone = (address: string) =>
    (counts.size === 0 || (counts.size === 1 && counts.has(address))) &&
    !lastRefused.some((last) => last.address !== address && performance.now() - last.at < REFUSED_MS);

  return {
    hasRoom: (address) => (counts.get(address) ?? 0) < third || isAlone(address),
    enter(address) {
      counts.set(address, (counts.get(address) ?? 0) + 1);
      return () => {
        const left = (counts.get(address) ?? 0) - 1;
        if (left > 0) counts.set(address, left);
        else counts.delete(address);
      };
    },
    noteRefused(address) {
      const other = lastRefused.find((last) => last.address !== address);
      lastRefused = [{ address, at: performance.now() }, ...(other ? [other] : [])];
    },
  };
}
