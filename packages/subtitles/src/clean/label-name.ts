import {
  ABBREVIATIONS,
  ANNOUNCING,
  foldCase,
  NUMBERED,
  PHRASE_START,
  ROLE_WITH_ADJECTIVE,
  ROLES,
  SPEAKING_END,
  SPEAKING_WORD,
  THINGS,
  TOGETHER,
} from './label-words.ts';

/** Subtitle Edit's limit, in characters. */
const MAX_NAME_LENGTH = 30;
const MAX_HAN_NAME = 4;
const MAX_KANA_NAME = 8;
const MAX_OTHER_NAME = 20;

// The lookbehind lets a match start only at the first of several spaces; without it, a long run of spaces would take quadratic
// time.
const NOTE = /(?:(?<!\s)\s+)?[([（［【][^()[\]（）［］【】]{1,30}[)\]）］】]\s*/gu;
const NAME =
  /^(?:\d+(?:-?\p{L}{1,2}|[ºª°])? )?[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}'’.#&/・· ‐-]|, |(?<=\p{Script=Hebrew})["״](?=\p{Script=Hebrew}))*$/iu;
const LOWER_PARTS =
  /(?<!\p{L})(?:(?:Mrs?|Ms|Dr|Mme|Mlle|Sra?)(?=[. ])|Ma?c(?=\p{Lu})|['’]s(?= )|de(?= )|von(?= )|van(?= ))/gu;
// The end of a sentence: `Yes. Tom`, but not `Dr. Smith` or `J. R.`.
const SENTENCE = new RegExp(`(?<!(?:^|[^\\p{L}\\p{M}])(?:${ABBREVIATIONS}))\\.(?:\\s|$)`, 'iu');
const CAPITALISED =
  /^\p{Lu}[\p{L}\p{M}'’.-]*(?: (?:\p{Lu}[\p{L}\p{M}'’.-]*|#?\p{N}+|&|and|y|e|et|und|i|и|και|ve|de|del|della|di|da|do|la|von|van|der))*$/u;
const HAN = /\p{Script=Han}/u;
// A clause in Japanese: a particle after a noun, or a verb in the past tense (彼は言った).
const KANA_CLAUSE = /[\p{Script=Han}\p{Script=Katakana}ー][はがを]|った$/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
// Pronouns, verbs and particles that mark a Chinese clause rather than a name: 这里有个技巧, 我想强调一点.
const HAN_CLAUSE = /[这這那我你您他她它咱是的了在就要可以不点點想会會把被让讓请請看很都也还還]/u;

// Counts and ordinals in Chinese, such as three conditions, the second point, secondly: 三个条件, 第二点, 第二.
const HAN_COUNT = /^第?[\d一二两兩三四五六七八九十几幾]+(?:[个個条條种種点點件步项項类類]|(?<=第.+)$)/u;

export type LabelContext = {
  /** True if the cue has no lower-case letters, so that case doesn't identify names. */
  allCapitals: boolean;
  /** True if a name can be in brackets: `(MAN)`. */
  bracketed: boolean;
  /** Text after the colon. After an uncertain name, it must start a sentence. */
  next: string;
};

/**
 * Returns the name of a speaker before a colon, without its notes (`JOHN (O.S.)`); null if it isn't a name (see
 * {@link classifyName}).
 */
export function readSpeakerName(text: string, { allCapitals, bracketed, next }: LabelContext): string | null {
  const name = text.replace(NOTE, ' ').trim();
  if (name === '')
    return bracketed && text.length <= MAX_NAME_LENGTH + 2 && /\p{L}/u.test(text) ? text.trim() : null;
  const kind = classifyName(name, allCapitals);
  const hasNote = name !== text.trim();
  const speech = next.replace(NOTE, ' ').trim();
  const isOnlySound = speech === '' && next !== '';
  const isMaybeName = hasNote || isOnlySound || startsSentence(speech);
  return kind === 'sure' || (kind === 'likely' && isMaybeName) ? name : null;
}

/** Returns true if a sentence can start with this text: its first letter is a capital, or is from a script without case. */
export function startsSentence(text: string): boolean {
  return /^[^\p{L}\p{N}]*[\p{Lu}\p{Lt}\p{Lo}]/u.test(text);
}

/**
 * Classifies a possible name. `sure`: capitals (`DR. SMITH`, `McCOY`), roles (`Man over radio`, `Both`), and short names in
 * scripts without case. `likely`: capitalised words (`Anna`, `Dr. Smith`). Null: announcements (`Note`, ‘he said’), headings
 * (`STEP 2`) and clauses (`The truth is`).
 */
export function classifyName(name: string, allCapitals = false): 'sure' | 'likely' | null {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name) || SENTENCE.test(name)) return null;
  if (/\p{Lo}/u.test(name)) return isCaselessName(name) ? 'sure' : null;
  const words = foldCase(name).split(/,?\s+/);
  const isList = name.includes(',');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (ANNOUNCING.has(words.join(' ')) || (isList && ANNOUNCING.has(first))) return null;
  if (/^\d+ /.test(name)) return ROLES.test(name) ? 'likely' : null;
  if (words.length > 1 && NUMBERED.has(first)) return null;
  if (/^#?(?:\p{N}+|\p{L})$/u.test(last) && (THINGS.has(first) || ANNOUNCING.has(first))) return null;
  if (TOGETHER.has(words.join(' ')) || (/^(?:\d|\p{Lu}).*\p{Ll}/u.test(name) && ROLES.test(name)))
    return 'sure';
  if (!/\p{Lu}/u.test(name)) return null;
  if (!/\p{Ll}/u.test(name.replace(LOWER_PARTS, ''))) {
    // ‘OLD MAN’ and ‘MAN ON TV’ are speakers; ‘THINGS TO DO’ in an all-capitals text isn't.
    const isHeading = allCapitals && words.length > 2;
    if (isHeading && !/ (?:ON|OVER|IN|OF|AND|&) | #?\d+$/.test(name)) return null;
    return isList ? 'likely' : 'sure';
  }
  if (ROLE_WITH_ADJECTIVE.test(name)) return 'likely';
  const isPhrase = PHRASE_START.test(name) || ANNOUNCING.has(first) || ANNOUNCING.has(last);
  return CAPITALISED.test(name) && !isPhrase ? 'likely' : null;
}

export function countWords(name: string): number {
  return name.split(/\s+/).filter((word) => word !== '').length;
}

function isCaselessName(name: string): boolean {
  const foldedName = foldCase(name);
  if (ANNOUNCING.has(foldedName) || SPEAKING_END.test(foldedName)) return false;
  const words = foldedName.split(/\s+/);
  if (words.some((word) => SPEAKING_WORD.has(word))) return false;
  if (words.length > 2) return false;
  if (KANA.test(foldedName)) return foldedName.length <= MAX_KANA_NAME && !KANA_CLAUSE.test(foldedName);
  if (HAN.test(foldedName))
    return foldedName.length <= MAX_HAN_NAME && !HAN_CLAUSE.test(foldedName) && !HAN_COUNT.test(foldedName);
  return foldedName.length <= MAX_OTHER_NAME;
}
