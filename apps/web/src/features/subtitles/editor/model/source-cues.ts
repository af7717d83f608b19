import type { subtitles } from '@sayback/contract';

type SourceCue = subtitles.SourceCue;

/**
 * The end of a cue within a segment: the place in its text, when the one cue ends and the next one starts, and from when
 * to when the text's cues last. Milliseconds.
 */
export type CueBorder = { at: number; end: number; start: number; from: number; to: number };

const lettersOf = (text: string) => text.replace(/\s+/g, '');

/** The place in a text behind its first `count` characters that aren't space. */
function placeAfter(text: string, count: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === count) return at;
    if (!/\s/.test(text[at] ?? '')) seen += 1;
  }
  return text.length;
}

/** Returns the ends of the cues, if those from `first` on say a text one after the other; else null. */
function bordersFrom(
  first: number,
  cues: readonly SourceCue[],
  text: string,
  letters: string,
): CueBorder[] | null {
  const borders: Omit<CueBorder, 'from' | 'to'>[] = [];
  let read = 0;
  let to = 0;
  for (let at = first; read < letters.length; at += 1) {
    const [cue, before] = [cues[at], cues[at - 1]];
    if (!cue) return null;
    if (at > first && before) borders.push({ at: placeAfter(text, read), end: before.end, start: cue.start });
    const said = lettersOf(cue.text);
    if (!letters.startsWith(said, read)) return null;
    read += said.length;
    to = cue.end;
  }
  return borders.map((border) => ({ ...border, from: cues[first]?.start ?? 0, to }));
}

/**
 * Returns where the cues of a segment's text end within it: of several places in the file that say the same, the one
 * nearest to the segment's start. None if the text isn't what some neighbouring cues say, as when someone has edited it.
 */
export function cueBorders(text: string, cues: readonly SourceCue[], startMs: number): CueBorder[] {
  const letters = lettersOf(text);
  if (letters === '') return [];
  const distance = (place: number) => Math.abs((cues[place]?.start ?? 0) - startMs);
  let best: { first: number; borders: CueBorder[] } | null = null;
  for (const first of cues.keys()) {
    if (best && distance(best.first) <= distance(first)) continue;
    const borders = bordersFrom(first, cues, text, letters);
    if (borders) best = { first, borders };
  }
  return best?.borders ?? [];
}
