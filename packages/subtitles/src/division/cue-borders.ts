/** A cue of a file, with times in milliseconds. */
export type SourceCue = { start: number; end: number; text: string };

/**
 * Boundary between two cues inside a segment: the offset in the segment's text, the cue's end, and the next cue's start, in
 * milliseconds.
 */
export type CueBorder = { at: number; end: number; start: number };

const removeSpaces = (text: string) => text.replace(/\s+/g, '');

/** Cache, since each row is searched for in thousands of cues. */
const cueLetters = new WeakMap<SourceCue, string>();
function removeSpacesCached(cue: SourceCue): string {
  const letters = cueLetters.get(cue) ?? removeSpaces(cue.text);
  cueLetters.set(cue, letters);
  return letters;
}

/** Returns the offset in a text after its first `count` characters, excluding spaces. */
function findOffset(text: string, count: number): number {
  let passed = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    if (passed === count) return offset;
    if (!/\s/.test(text[offset] ?? '')) passed += 1;
  }
  return text.length;
}

/** Returns the index after the last of the consecutive cues from `first` on that make up a text; null if they don't. */
function findEnd(first: number, cues: readonly SourceCue[], letters: string): number | null {
  let readLength = 0;
  let at = first;
  for (; readLength < letters.length; at += 1) {
    const cue = cues[at];
    if (!cue) return null;
    const text = removeSpacesCached(cue);
    if (!letters.startsWith(text, readLength)) return null;
    readLength += text.length;
  }
  return at;
}

/**
 * Finds the consecutive cues that make up a text. Of several matches, returns the one nearest to `startMs`; null without a match,
 * such as after an edit.
 */
export function findCues(
  text: string,
  cues: readonly SourceCue[],
  startMs: number,
): { first: number; end: number } | null {
  const letters = removeSpaces(text);
  if (letters === '') return null;
  const distance = (index: number) => Math.abs((cues[index]?.start ?? 0) - startMs);
  let best: { first: number; end: number } | null = null;
  for (const first of cues.keys()) {
    if (best && distance(best.first) <= distance(first)) continue;
    const end = findEnd(first, cues, letters);
    if (end !== null) best = { first, end };
  }
  return best;
}

/** Returns the cue boundaries inside a segment's text; an empty list if no consecutive cues make up the text. */
export function findCueBorders(text: string, cues: readonly SourceCue[], startMs: number): CueBorder[] {
  const found = findCues(text, cues, startMs);
  if (!found) return [];
  let readLength = 0;
  return cues.slice(found.first, found.end - 1).map((cue, position) => {
    readLength += removeSpacesCached(cue).length;
    return {
      at: findOffset(text, readLength),
      end: cue.end,
      start: cues[found.first + position + 1]?.start ?? cue.end,
    };
  });
}

/** Maximum distance of a matching cue. */
const MAX_DISTANCE_MS = 120_000;

type Cues = readonly SourceCue[];

/** Index of cues by start time, since scanning all cues of a film for each long line takes a second. */
const stretchesByCues = new WeakMap<Cues, Map<number, SourceCue[]>>();
const toStretch = (ms: number) => Math.floor(ms / MAX_DISTANCE_MS);

function indexByStart(cues: Cues): Map<number, SourceCue[]> {
  const cached = stretchesByCues.get(cues);
  if (cached) return cached;
  const byStart = new Map<number, SourceCue[]>();
  for (const cue of cues) {
    const stretch = byStart.get(toStretch(cue.start));
    if (stretch) stretch.push(cue);
    else byStart.set(toStretch(cue.start), [cue]);
  }
  stretchesByCues.set(cues, byStart);
  return byStart;
}

/** Returns the cues near a line. */
export function findCuesNear(cues: Cues, { start, end }: { start: number; end: number }): SourceCue[] {
  const byStretch = indexByStart(cues);
  const found: SourceCue[] = [];
  for (
    let stretch = toStretch(start - MAX_DISTANCE_MS) - 1;
    stretch <= toStretch(end + MAX_DISTANCE_MS);
    stretch += 1
  )
    found.push(...(byStretch.get(stretch) ?? []));
  return found.filter((cue) => cue.end >= start - MAX_DISTANCE_MS && cue.start <= end + MAX_DISTANCE_MS);
}
