/** The start of another speaker's turn. */
export const NEXT_SPEAKER = /^\s*(?:[-–—‐]|>>|≫)\s*\S/;

/** A sentence-ending mark at the end of a text, with any closing marks after it. French has a space inside guillemets. */
const MARK = /[.!?…。！？؟।][\p{Pe}\p{Pf}"'\s]*$/u;
const FULL_STOP = /(?<!\.)\.[\p{Pe}\p{Pf}"'\s]*$/u;

/** Abbreviations that are always followed by a name: Dr. Weber, Sra. López, ул. Пушкина. */
const TITLE =
  /(?:^|[\s\p{Pi}\p{Ps}"'¿¡—–-])(?:mr|mrs|ms|dr|dra|prof|st|sr|sra|srta|mme|mlle|m|hr|hrn|fr|sig|dott|ing|av|mt|no|nr|ул|пр|г|д|им|проф|د)\.\s*$/iu;
/** An initial (J. Brown, А. С. Пушкин), but not a one-letter word at the end of a sentence ('I.', 'Plan B.'). */
const INITIAL = /(?:(?:^|[.\s\p{Ps}])(?!I\.)\p{Lu}\.\s*)$/u;
const INITIAL_BEFORE = /(?:^|[.!?…]\s+|\p{Lu}\.\s*|\p{Ll}\s)$/u;
/** Abbreviations after which a sentence continues unless a capital follows: z. B., e.g., u. a., etc., p. ej. */
const SHORTENED =
  /(?:^|[\s\p{Ps}])(?:etc|vs|approx|ca|bzw|usw|incl|p\. ?ej|z\. ?b|d\. ?h|u\. ?a|e\.g|i\.e|[ap]\.m|\p{Lu}\.\p{Lu}|и т\. ?д|т\. ?е)\.\s*$/iu;
const ALWAYS_CONTINUED =
  /(?:^|[\s\p{Ps}])(?:vs|approx|ca|bzw|incl|p\. ?ej|z\. ?b|d\. ?h|e\.g|i\.e|т\. ?е)\.\s*$/iu;

const NUMBER = /(?:^|\s)\p{Nd}{1,2}\.\s*$/u;
/** Languages that write ordinals with a full stop: 3. Oktober. */
const ORDINALS = new Set([
  'de',
  'da',
  'nb',
  'nn',
  'no',
  'fi',
  'cs',
  'sk',
  'pl',
  'hu',
  'et',
  'lv',
  'hr',
  'sr',
  'sl',
  'is',
  'tr',
]);

/** A lower-case letter after any opening marks. */
const LOWER_CASE = /^[\s\p{Pi}\p{Ps}"'¿¡]*\p{Ll}/u;
/** An ellipsis that continues an interrupted sentence: '...and then'. */
const ELLIPSIS_START = /^\s*(?:\.{2,}|…)/u;
const CAPITAL = /\p{Lu}/u;
const DIGIT = /^\s*\p{Nd}/u;

/**
 * Returns true if a sentence ends between two parts of a text: at a sentence-ending mark that isn't part of an abbreviation, an
 * initial, an ordinal or a number (Dr. Weber, z. B., 3. Oktober, $3. 50) and, in a text with capitals, isn't followed by a
 * lower-case letter (“Why?” he asked).
 */
export function endsSentenceBetween(before: string, after: string, language = ''): boolean {
  const doesContinue = LOWER_CASE.test(after) && CAPITAL.test(before);
  return MARK.test(before) && !doesContinue && !isShortened(before, after, language);
}

/**
 * Like {@link endsSentenceBetween}, but for two lines of a file: a full stop ends a sentence even before a lower-case letter, but
 * an ellipsis followed by another ellipsis doesn't.
 */
export function endsSentenceOfLine(line: string, next: string, language = ''): boolean {
  if (ELLIPSIS_START.test(next)) return false;
  return (
    endsSentenceBetween(line, next, language) || (FULL_STOP.test(line) && !isShortened(line, next, language))
  );
}

function isShortened(before: string, after: string, language: string): boolean {
  if (!FULL_STOP.test(before) || after.trim() === '') return false;
  if (TITLE.test(before) || ALWAYS_CONTINUED.test(before)) return true;
  if (INITIAL.test(before) && INITIAL_BEFORE.test(before.replace(INITIAL, ''))) return true;
  if (/\p{Nd}\.\s*$/u.test(before) && DIGIT.test(after)) return true;
  if (NUMBER.test(before) && ORDINALS.has(language.split('-')[0] ?? '')) return true;
  return SHORTENED.test(before) && !/^[\s\p{P}]*\p{Lu}/u.test(after);
}
