import { FRAMES_A_SECOND } from '../frames/framing.ts';

/** A word of a line with its time in seconds; estimated, since sound has no word boundaries. */
export type WordTime = { text: string; start: number; end: number };

/** Distance within which a word boundary is moved to a pause. */
const NEAR_PAUSE = 15;
const SHORTEST_PAUSE = 12;
/** Lengthening of a phrase's last word (Klatt 1976), in letters; fitted on synthetic voices. */
const DRAWN_OUT = 3;

/** Splits a text into words with their punctuation; uses the browser's segmenter for scripts without spaces. */
export function wordsOf(text: string, language: string): string[] {
  const spaced = text
    .trim()
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (spaced.length > 1 || !('Segmenter' in Intl)) return spaced;
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/**
 * Distributes a line's words over its speech by their letters; the last word of a phrase takes longer, and pauses fall between
 * words.
 */
export function wordTimes(text: string, language: string, speech: Uint8Array): WordTime[] {
  const words = wordsOf(text, language);
  const spoken = Array.from(speech.keys()).filter((frame) => speech[frame]);
  if (spoken.length === 0) return [];
  const weights = words.map((word, index) => {
    const isLast = index === words.length - 1 || /[.,;:!?…。，、！？]/u.test(word);
    return 1 + (word.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + (isLast ? DRAWN_OUT : 0);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let said = 0;
  let from = 0;
  return words.map((word, index) => {
    said += weights[index] as number;
    const share = Math.max(from, Math.round((said / total) * spoken.length));
    const to = index === words.length - 1 ? spoken.length : atPause(spoken, share, from);
    const start = (spoken[from] ?? 0) / FRAMES_A_SECOND;
    const end = ((spoken[Math.max(from, to - 1)] ?? 0) + 1) / FRAMES_A_SECOND;
    from = Math.min(to, spoken.length - 1);
    return { text: word, start, end };
  });
}

/** Returns the index among the spoken frames after the nearest pause, if one is close; otherwise the index itself. */
function atPause(spoken: readonly number[], index: number, least: number): number {
  for (let away = 0; away <= NEAR_PAUSE; away++) {
    for (const at of [index - away, index + away]) {
      const gap = (spoken[at] ?? 0) - (spoken[at - 1] ?? 0);
      if (at > least && at < spoken.length && gap >= SHORTEST_PAUSE) return at;
    }
  }
  return index;
}

/** Returns the words that are mostly in a range; otherwise the one around it. */
export function wordsIn(
  words: readonly WordTime[],
  { start, end }: { start: number; end: number },
): WordTime[] {
  const shareOf = (word: WordTime) =>
    (Math.min(end, word.end) - Math.max(start, word.start)) / Math.max(0.01, word.end - word.start);
  const within = words.filter((word) => shareOf(word) > 0.5);
  if (within.length > 0) return within;
  const [nearest] = [...words].sort((a, b) => shareOf(b) - shareOf(a));
  return nearest ? [nearest] : [];
}
