import { ANNOUNCING, NUMBERED, SPEAKING_END, SPEAKING_WORD } from './announcing-words.ts';

/** Subtitle Edit's limit, in characters. */
const LONGEST_NAME = 30;
const LONGEST_HAN_NAME = 4;
const LONGEST_KANA_NAME = 8;
const LONGEST_OTHER_NAME = 20;

const NOTE = /\s*[([（［【][^()[\]（）［］【】]{1,30}[)\]）］】]\s*/gu;
const NAME = /^(?:\d+(?:ST|ND|RD|TH) )?[\p{L}\p{M}][\p{L}\p{M}\p{N}'’.#&/・· ‐-]*$/u;
const LOWER_PARTS =
  /(?<!\p{L})(?:(?:Mrs?|Ms|Dr|Mme|Mlle|Sra?)(?=[. ])|Ma?c(?=\p{Lu})|de(?= )|von(?= )|van(?= ))/gu;
const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
// Pronouns, verbs and particles of Chinese clauses: 这里有个技巧, 我想强调一点.
const HAN_CLAUSE = /[这這那我你您他她它咱是的了在就要可以不点點想会會把被让讓请請看很都也还還]/u;

export type Labelled = {
  /** The cue has no lower-case letter: then a name doesn't stand out by its case. */
  allCapitals: boolean;
  /** `(MAN)` counts, a name in brackets alone. */
  bracketed: boolean;
};

/**
 * True if the text before a colon names a speaker. In scripts with case, upper case alone tells a name (`DR. SMITH`,
 * `McCOY`, `JOHN (O.S.)`; not `Note`), as in Subtitle Edit's default; in others a short name that isn't a word
 * which announces (‘he said’, ‘example’). Returns the name without its notes, or null.
 */
export function speakerName(text: string, { allCapitals, bracketed }: Labelled): string | null {
  const name = text.replace(NOTE, ' ').trim();
  if (name === '')
    return bracketed && text.length <= LONGEST_NAME + 2 && /\p{L}/u.test(text) ? text.trim() : null;
  if (name.length > LONGEST_NAME || !NAME.test(name)) return null;
  const isName = /\p{Lo}/u.test(name) ? isCaselessName(name) : isCapitalName(name, allCapitals);
  return isName ? name : null;
}

export function wordCount(name: string): number {
  return name.split(/\s+/).filter((word) => word !== '').length;
}

function isCapitalName(name: string, allCapitals: boolean): boolean {
  if (/\p{Ll}/u.test(name.replace(LOWER_PARTS, ''))) return false;
  if (!/\p{Lu}/u.test(name) || ANNOUNCING.has(name.normalize('NFC'))) return false;
  const words = name.split(/\s+/);
  if (NUMBERED.has((words[0] ?? '').normalize('NFC')) && /^#?\p{N}/u.test(words.at(-1) ?? '')) return false;
  // ‘OLD MAN’ and ‘MAN ON TV’ are speakers, ‘THINGS TO DO’ in a text of capitals isn't.
  return !allCapitals || words.length <= 2 || / (?:ON|OVER|IN|OF|AND|&) | #?\d+$/.test(name);
}

function isCaselessName(name: string): boolean {
  const folded = name.normalize('NFC');
  if (ANNOUNCING.has(folded) || SPEAKING_END.test(folded)) return false;
  const words = folded.split(/\s+/);
  if (words.some((word) => SPEAKING_WORD.has(word))) return false;
  if (words.length > 2) return false;
  if (KANA.test(folded)) return folded.length <= LONGEST_KANA_NAME;
  if (HAN.test(folded)) return folded.length <= LONGEST_HAN_NAME && !HAN_CLAUSE.test(folded);
  return folded.length <= LONGEST_OTHER_NAME;
}
