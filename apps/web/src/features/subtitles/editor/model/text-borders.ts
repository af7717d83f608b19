/** Where a text can be divided, and how well: after a sentence, after a part of one, or merely between words. */
export type Border = { at: number; after: 'sentence' | 'clause' | 'word' };

/** Opens what follows: brackets, quotes, ¿ and ¡, a dash, and dots where a text continues ('... and then'). */
const OPENING = /(?<=^|\s)(?:[\p{Ps}\p{Pi}¿¡"'.…—–-]+|[—–-] |«\s)$/u;
/** French puts a space between guillemets and what they hold. */
const SENTENCE_END = /[.!?…。！？؟।][\p{Pe}\p{Pf}"'\s]*$/u;
const CLAUSE_END = /(?:[,;:、，；：،][\p{Pe}\p{Pf}"']*|\n)\s*$/u;

function segmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    // A code that the browser doesn't take for a language.
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}

function kindOf(before: string): Border['after'] {
  if (SENTENCE_END.test(before)) return 'sentence';
  return CLAUSE_END.test(before) ? 'clause' : 'word';
}

/**
 * Returns the places between the words of a text (UTF-16 units), for languages without spaces too. What opens a word
 * stays with it: '¿' and '(' are never left behind.
 */
export function bordersOf(text: string, language: string): Border[] {
  return [...segmenter(language).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .slice(1)
    .map(({ index }) => {
      const before = text.slice(0, index);
      const at = index - (OPENING.exec(before)?.[0].length ?? 0);
      return { at, after: kindOf(text.slice(0, at)) };
    })
    .filter(({ at }) => at > 0);
}

/** How far, as a share of the text, a border may lie from the best place to be taken for what is before it. */
const REACH = {
  sentence: { sentence: 0.35, clause: 0.05, word: 0 },
  clause: { sentence: 0.1, clause: 0.2, word: 0 },
  word: { sentence: 0.05, clause: 0.05, word: 0 },
} as const;

/** Returns the border that lies nearest to a share of the text (0 to 1), of the kind that the other text is divided at rather. */
export function nearestBorder(
  text: string,
  share: number,
  { language, after }: { language: string; after: Border['after'] },
): number | null {
  const cost = (border: Border) => Math.abs(border.at / text.length - share) - REACH[after][border.after];
  let best: Border | null = null;
  for (const border of bordersOf(text, language)) if (!best || cost(border) < cost(best)) best = border;
  return best?.at ?? null;
}

/** What closes a word: the marks right behind it, up to the next space. */
const CLOSING = /^(?:[\p{Pe}\p{Pf}.,;:!?…。、！？；：，؟،।"']+)(?=\s|$)/u;

/**
 * Returns the place itself, or the nearest border where it lies within a word or between an opening mark and its word.
 * What closes a word stays with it.
 */
export function outsideWords(text: string, caret: number, language: string): number {
  const isBehindWord = /\S$/.test(text.slice(0, caret));
  const at = caret + (isBehindWord ? (CLOSING.exec(text.slice(caret))?.[0].length ?? 0) : 0);
  const isWithin =
    (/[\p{L}\p{M}\p{N}'’]$/u.test(text.slice(0, at)) && /^[\p{L}\p{M}\p{N}]/u.test(text.slice(at))) ||
    (OPENING.test(text.slice(0, at)) && /^\S/.test(text.slice(at)));
  if (!isWithin) return at;
  const borders = bordersOf(text, language).map((border) => border.at);
  if (borders.includes(at) || borders.length === 0) return at;
  return borders.reduce((best, border) => (Math.abs(border - at) < Math.abs(best - at) ? border : best));
}

export const kindBefore = (text: string, at: number): Border['after'] => kindOf(text.slice(0, at));
