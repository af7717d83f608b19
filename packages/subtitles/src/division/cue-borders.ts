/** A cue of a file. Times in milliseconds. */
export type SourceCue = { start: number; end: number; text: string };

/** End of a cue within a segment: the offset in its text, the end of the cue and the start of the next one, in milliseconds. */
export type CueBorder = { at: number; end: number; start: number };

const getLetters = (text: string) => text.replace(/\s+/g, '');

/** Cache: every row is searched for among thousands of cues. */
const cueLetters = new WeakMap<SourceCue, string>();
function lettersIn(cue: SourceCue): string {
  const letters = cueLetters.get(cue) ?? getLetters(cue.text);
  cueLetters.set(cue, letters);
  return letters;
}

/** Returns the offset in a text after its first `count` characters, without spaces. */
function offsetAfter(text: string, count: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === count) return at;
    if (!/\s/.test(text[at] ?? '')) seen += 1;
  }
  return text.length;
}

/** Returns the index after the cues from `first` on that make up a text; null if they don't. */
function getEnd(first: number, cues: readonly SourceCue[], letters: string): number | null {
  let read = 0;
  let at = first;
  for (; read < letters.length; at += 1) {
    const cue = cues[at];
    if (!cue) return null;
    const text = lettersIn(cue);
    if (!letters.startsWith(text, read)) return null;
    read += text.length;
  }
  return at;
}

/**
 * Finds the consecutive cues that make up a text: among several matches, those nearest to `startMs`. Null if there are none, as
 * after an edit.
 */
export function findCues(
  text: string,
  cues: readonly SourceCue[],
  startMs: number,
): { first: number; end: number } | null {
  const letters = getLetters(text);
  if (letters === '') return null;
  const distance = (index: number) => Math.abs((cues[index]?.start ?? 0) - startMs);
  let best: { first: number; end: number } | null = null;
  for (const first of cues.keys()) {
    if (best && distance(best.first) <= distance(first)) continue;
    const end = getEnd(first, cues, letters);
    if (end !== null) best = { first, end };
  }
  return best;
}

/** Returns the ends of cues within a segment's text; none if it isn't made up of consecutive cues. */
export function cueBorders(text: string, cues: readonly SourceCue[], startMs: number): CueBorder[] {
  const found = findCues(text, cues, startMs);
  if (!found) return [];
  let read = 0;
  return cues.slice(found.first, found.end - 1).map((cue, position) => {
    read += lettersIn(cue).length;
    return {
      at: offsetAfter(text, read),
      end: cue.end,
      start: cues[found.first + position + 1]?.start ?? cue.end,
    };
  });
}

/** Cues farther away in time can't match. */
const NEAR_MS = 120_000;

type Cues = readonly SourceCue[];

/** Index of cues by their start: scanning all cues of a film for each long line takes a second. */
const stretches = new WeakMap<Cues, Map<number, SourceCue[]>>();
const takeStretch = (ms: number) => Math.floor(ms / NEAR_MS);

function inStretches(cues: Cues): Map<number, SourceCue[]> {
  const known = stretches.get(cues);
  if (known) return known;
  const byStart = new Map<number, SourceCue[]>();
  for (const cue of cues) {
    const stretch = byStart.get(takeStretch(cue.start));
    if (stretch) stretch.push(cue);
    else byStart.set(takeStretch(cue.start), [cue]);
  }
  stretches.set(cues, byStart);
  return byStart;
}

/** Returns the cues that may belong to a line. */
export function cuesNear(cues: Cues, { start, end }: { start: number; end: number }): SourceCue[] {
  const byStretch = inStretches(cues);
  const found: SourceCue[] = [];
  for (let stretch = takeStretch(start - NEAR_MS) - 1; stretch <= takeStretch(end + NEAR_MS); stretch += 1)
    found.push(...(byStretch.get(stretch) ?? []));
  return found.filter((cue) => cue.end >= start - NEAR_MS && cue.start <= end + NEAR_MS);
}
