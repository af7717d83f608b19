// Characters that are each one grapheme: they aren't wide and don't combine with their neighbours.
const SIMPLE = /^[\x20-\u02FF\u0370-\u0482\u048A-\u0590\u2010-\u2027\u2030-\u205E]*$/u;
const WIDE =
  /(?![\uFF61-\uFFDC])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const ALL_WIDE = new RegExp(WIDE, 'gu');
const STARTS_WIDE = new RegExp(`^${WIDE.source}`, 'u');

// Combining marks, and the Thai and Lao vowel AM, belong to the preceding character unless it is a control character.
const MARKS = /(?<=[^\p{Cc}\p{Cf}\u2028\u2029])[\p{Mn}\p{Me}\u0E33\u0EB3]+/gu;
// Characters that combine with their neighbours in other ways (https://www.unicode.org/reports/tr29/): spacing marks, marks that
// join the next letter (ccc=9 in https://www.unicode.org/Public/UCD/latest/ucd/UnicodeData.txt), jamo, emoji …
const JOINING = new RegExp(
  '[\\p{Mc}\\p{Emoji_Modifier}\\p{RI}\\u200C\\u200D\\uFF9E\\uFF9F' +
    '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u0D4E\\u1100-\\u11FF\\uA960-\\uA97F\\uD7B0-\\uD7FF' +
    '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0E3A\\u0EBA\\u0F84' +
    '\\u1039\\u103A\\u1714\\u1734\\u17D2\\u1A60\\u1BAB\\u2D7F\\uA806\\uA82C\\uA8C4\\uAAF6\\uABED' +
    '\\u{10A00}-\\u{10AFF}\\u{11000}-\\u{11FFF}\\u{E0000}-\\u{E0FFF}]',
  'u',
);

/**
 * Counts the characters of a line for a limit such as 42. Counts graphemes, including spaces and punctuation. Full-width Chinese,
 * Japanese and Korean characters count twice, which halves the limit for them. Netflix counts the same way
 * (https://partnerhelp.netflixstudios.com/hc/en-us/articles/115001352212, with half-width characters as 0.5).
 */
export function countCharacters(line: string): number {
  return countCharactersOfLines([line])[0] ?? 0;
}

/** Counts the characters of many lines with few calls to the slow segmenter. */
export function countCharactersOfLines(lines: readonly string[]): number[] {
  const counts = lines.map(countWithoutSegmenter);
  const segmentedLines = lines.filter((_, index) => counts[index] === null);
  const segmentedCounts = segmentedLines.length > 0 ? countSegmented(segmentedLines.join('\n')) : [];
  let nextIndex = 0;
  return counts.map((count) => {
    if (count !== null) return count;
    nextIndex += 1;
    return segmentedCounts[nextIndex - 1] ?? 0;
  });
}

/** Counts the characters of a line without the segmenter; null if the line needs it. */
function countWithoutSegmenter(line: string): number | null {
  if (SIMPLE.test(line)) return line.length;
  if (JOINING.test(line)) return null;
  const characters = line.replace(MARKS, '');
  return [...characters].length + (characters.match(ALL_WIDE)?.length ?? 0);
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
// Length of the pieces for the segmenter. In Node 20, both long texts and many calls are slow, so pieces have medium length.
const PIECE_LENGTH = 256;

/** Counts the characters of lines separated by line feeds, which don't combine with any character. */
function countSegmented(text: string): number[] {
  const counts = [0];
  let from = 0;
  let length = PIECE_LENGTH;
  while (from < text.length) {
    // Avoids splitting a surrogate pair, half of which would count as a character.
    const to = from + length + (/[\uD800-\uDBFF]/.test(text.charAt(from + length - 1)) ? 1 : 0);
    const characters = [...segmenter.segment(text.slice(from, to))];
    const isEnd = to >= text.length;
    // The last grapheme may continue beyond the piece, so the next piece starts with it. If it fills the whole piece, doubles the
    // length.
    const completed = isEnd ? characters : characters.slice(0, -1);
    for (const { segment } of completed) {
      if (segment === '\n') counts.push(0);
      else counts[counts.length - 1] = (counts.at(-1) ?? 0) + (STARTS_WIDE.test(segment) ? 2 : 1);
    }
    length = completed.length > 0 ? PIECE_LENGTH : length * 2;
    from += isEnd ? text.length : (characters.at(-1)?.index ?? 0);
  }
  return counts;
}
