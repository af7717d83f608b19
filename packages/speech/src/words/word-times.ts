import { FRAMES_PER_SECOND } from '../frames/framing.ts';

/** A word of a line with its estimated times in seconds. Audio has no word boundaries. */
export type WordTime = { text: string; start: number; end: number };

/** Maximum distance in frames by which a word boundary moves to a pause. */
const MAX_PAUSE_DISTANCE = 15;
const MIN_PAUSE_FRAMES = 12;
/** Lengthening of a phrase's last word (Klatt 1976), in letters; fitted on synthetic voices. */
const FINAL_LENGTHENING = 3;

/** Splits a text into words with their punctuation; uses the browser's segmenter for scripts without spaces. */
export function splitIntoWords(text: string, language: string): string[] {
  const spaced = text
    .trim()
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (spaced.length > 1 || !('Segmenter' in Intl)) return spaced;
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/**
 * Distributes a line's words over its speech frames in proportion to their letters. The last word of a phrase takes longer, and
 * pauses fall between words.
 */
export function wordTimes(text: string, language: string, speech: Uint8Array): WordTime[] {
  const words = splitIntoWords(text, language);
  const speechFrames = Array.from(speech.keys()).filter((frame) => speech[frame]);
  if (speechFrames.length === 0) return [];
  const weights = words.map((word, index) => {
    const isLast = index === words.length - 1 || /[.,;:!?…。，、！？]/u.test(word);
    return 1 + (word.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + (isLast ? FINAL_LENGTHENING : 0);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let lettersBefore = 0;
  let from = 0;
  return words.map((word, index) => {
    lettersBefore += weights[index] as number;
    const expected = Math.max(from, Math.round((lettersBefore / total) * speechFrames.length));
    const to = index === words.length - 1 ? speechFrames.length : moveToPause(speechFrames, expected, from);
    const start = (speechFrames[from] ?? 0) / FRAMES_PER_SECOND;
    const end = ((speechFrames[Math.max(from, to - 1)] ?? 0) + 1) / FRAMES_PER_SECOND;
    from = Math.min(to, speechFrames.length - 1);
    return { text: word, start, end };
  });
}

/** Returns the index of the speech frame after the nearest pause, or the index itself if no pause is near. */
function moveToPause(speechFrames: readonly number[], index: number, min: number): number {
  for (let distance = 0; distance <= MAX_PAUSE_DISTANCE; distance++) {
    for (const candidate of [index - distance, index + distance]) {
      const gap = (speechFrames[candidate] ?? 0) - (speechFrames[candidate - 1] ?? 0);
      if (candidate > min && candidate < speechFrames.length && gap >= MIN_PAUSE_FRAMES) return candidate;
    }
  }
  return index;
}

/** Returns the words that are mostly within a range or, if there are none, the word around it. */
export function wordsIn(
  words: readonly WordTime[],
  { start, end }: { start: number; end: number },
): WordTime[] {
  const overlap = (word: WordTime) =>
    (Math.min(end, word.end) - Math.max(start, word.start)) / Math.max(0.01, word.end - word.start);
  const wordsInside = words.filter((word) => overlap(word) > 0.5);
  if (wordsInside.length > 0) return wordsInside;
  const [nearest] = [...words].sort((a, b) => overlap(b) - overlap(a));
  return nearest ? [nearest] : [];
}
