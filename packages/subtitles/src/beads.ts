/** A cue on the common clock. `at` is its position in the list that the caller gave. */
export type Span = { at: number; start: number; end: number };

/** Cues of both sides that belong together, in the order of time; one side may be empty. */
export type Bead = { original: Span[]; target: Span[] };

/** `original` and `target` are positions in the sorted lists, `overlap` milliseconds. */
type Link = { original: number; target: number; overlap: number };

const LONGEST_SIDE = 4;
// A neighbour that a cue merely touches is not its counterpart.
const LEAST_SHARE = 0.3;
// Cues longer than this are looked at apart, so that the search can start close before each cue.
const LONG_MS = 30_000;
// Where more cues than that lie over one, the file is damaged and any choice as good.
const MOST_CANDIDATES = 500;

export function byTime(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end || a.at - b.at;
}

/** How long two spans lie over each other; a span without length counts as a millisecond. */
export function overlapOf(a: Omit<Span, 'at'>, b: Omit<Span, 'at'>): number {
  return Math.min(Math.max(a.end, a.start + 1), Math.max(b.end, b.start + 1)) - Math.max(a.start, b.start);
}

/**
 * Groups two lists, each sorted by {@link byTime}, into beads of at most four cues a side: every cue is linked with the
 * one that it overlaps most, and linked cues form a bead. Cues with the same times on both sides are one to one.
 */
export function groupByOverlap(original: readonly Span[], target: readonly Span[]): Bead[] {
  const originalBeads = original.map((span): Bead => ({ original: [span], target: [] }));
  const targetBeads = target.map((span): Bead => ({ original: [], target: [span] }));
  const originalPlace = new Map(original.map((span, place) => [span, place]));
  const targetPlace = new Map(target.map((span, place) => [span, place]));
  const join = (originalAt: number, targetAt: number) => {
    const kept = originalBeads[originalAt];
    const taken = targetBeads[targetAt];
    if (!kept || !taken || kept === taken) return;
    if (kept.original.length + taken.original.length > LONGEST_SIDE) return;
    if (kept.target.length + taken.target.length > LONGEST_SIDE) return;
    kept.original.push(...taken.original);
    kept.target.push(...taken.target);
    for (const span of taken.original) originalBeads[originalPlace.get(span) ?? -1] = kept;
    for (const span of taken.target) targetBeads[targetPlace.get(span) ?? -1] = kept;
  };

  const twins = pairTwins(original, target);
  const twinTargets = new Set(twins.values());
  for (const [originalAt, targetAt] of twins) join(originalAt, targetAt);
  const links = findLinks(original, target).filter(
    (link) => !twins.has(link.original) && !twinTargets.has(link.target),
  );
  // The surest links first: where a bead would grow too long, the weakest are the ones to go.
  links.sort((a, b) => b.overlap - a.overlap);
  for (const link of links) join(link.original, link.target);

  const beads = [...new Set([...originalBeads, ...targetBeads])];
  for (const bead of beads) {
    bead.original.sort(byTime);
    bead.target.sort(byTime);
  }
  return beads.sort((a, b) => startOf(a) - startOf(b));
}

function startOf(bead: Bead): number {
  return (bead.original[0] ?? bead.target[0])?.start ?? 0;
}

/** Pairs cues whose start and end are the same on both sides; several with the same times in their order. */
function pairTwins(original: readonly Span[], target: readonly Span[]): Map<number, number> {
  const twins = new Map<number, number>();
  let at = 0;
  for (const [originalAt, span] of original.entries()) {
    const isBefore = (other: Span) => other.start - span.start || other.end - span.end;
    for (let next = target[at]; next && isBefore(next) < 0; next = target[at]) at += 1;
    const other = target[at];
    if (other && isBefore(other) === 0) {
      twins.set(originalAt, at);
      at += 1;
    }
  }
  return twins;
}

/** Links every cue with the one of the other side that it overlaps most. */
function findLinks(original: readonly Span[], target: readonly Span[]): Link[] {
  const bestOfOriginal: (Link | undefined)[] = original.map(() => undefined);
  const links = new Map<string, Link>();
  const keep = (link: Link | undefined) => {
    if (link) links.set(`${link.original} ${link.target}`, link);
  };
  const long = [...original.keys()].filter((at) => isLong(original[at])).slice(0, MOST_CANDIDATES);
  let from = 0;
  for (const [targetAt, span] of target.entries()) {
    while (from < original.length && (original[from]?.start ?? 0) < span.start - LONG_MS) from += 1;
    let best: Link | undefined;
    for (const originalAt of candidates(original, from, span, long)) {
      const other = original[originalAt];
      if (!other) continue;
      const overlap = overlapOf(other, span);
      const shorter = Math.max(1, Math.min(other.end - other.start, span.end - span.start));
      if (overlap < shorter * LEAST_SHARE) continue;
      const link = { original: originalAt, target: targetAt, overlap };
      if (overlap > (best?.overlap ?? 0)) best = link;
      if (overlap > (bestOfOriginal[originalAt]?.overlap ?? 0)) bestOfOriginal[originalAt] = link;
    }
    keep(best);
  }
  for (const link of bestOfOriginal) keep(link);
  return [...links.values()];
}

function isLong(span: Span | undefined): boolean {
  return span !== undefined && span.end - span.start > LONG_MS;
}

/** The positions that can overlap: the long ones anywhere, and those that start shortly before or within the span. */
function candidates(original: readonly Span[], from: number, span: Span, long: readonly number[]): number[] {
  const found = long.filter((at) => (original[at]?.start ?? 0) < span.end);
  for (let at = from; at < original.length && found.length < MOST_CANDIDATES; at += 1) {
    const other = original[at];
    if (!other || other.start > span.end) break;
    if (!isLong(other)) found.push(at);
  }
  return found;
}
