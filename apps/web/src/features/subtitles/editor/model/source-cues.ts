import type { subtitles } from '@sayback/contract';

type SourceCue = subtitles.SourceCue;

/** The end of a cue within a segment: the offset in its text, and when the one cue ends and the next one starts, in milliseconds. */
export type CueBorder = { at: number; end: number; start: number };

const lettersOf = (text: string) => text.replace(/\s+/g, '');

/** Every row is looked for among thousands of cues. */
const cueLetters = new WeakMap<SourceCue, string>();
function lettersIn(cue: SourceCue): string {
  const letters = cueLetters.get(cue) ?? lettersOf(cue.text);
  cueLetters.set(cue, letters);
  return letters;
}

/** The offset in a text behind its first `count` characters that aren't space. */
function offsetAfter(text: string, count: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === count) return at;
    if (!/\s/.test(text[at] ?? '')) seen += 1;
  }
  return text.length;
}

/** Returns the index behind the cues that say a text one after the other from `first` on; null if they don't. */
function endOf(first: number, cues: readonly SourceCue[], letters: string): number | null {
  let read = 0;
  let at = first;
  for (; read < letters.length; at += 1) {
    const cue = cues[at];
    if (!cue) return null;
    const said = lettersIn(cue);
    if (!letters.startsWith(said, read)) return null;
    read += said.length;
  }
  return at;
}

/**
 * Returns the neighbouring cues that say a text: of several that say the same, the one nearest to
 * `startMs`. Null if there are none, as when someone has edited it.
 */
export function findCues(
  text: string,
  cues: readonly SourceCue[],
  startMs: number,
): { first: number; end: number } | null {
  const letters = lettersOf(text);
  if (letters === '') return null;
  const distance = (index: number) => Math.abs((cues[index]?.start ?? 0) - startMs);
  let best: { first: number; end: number } | null = null;
  for (const first of cues.keys()) {
    if (best && distance(best.first) <= distance(first)) continue;
    const end = endOf(first, cues, letters);
    if (end !== null) best = { first, end };
  }
  return best;
}

/** Returns where the cues of a segment's text end within it. None if the text isn't what some neighbouring cues say. */
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
