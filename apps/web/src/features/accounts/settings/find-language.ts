import { foldText } from '../../../ui/fold-text.ts';

type Choice = { code: string; name: string };
export type Suggestion = Choice & {
  /** The language's name in itself; absent when that is unknown here, or the same. */
  ownName?: string;
};

const folded = (text: string) => foldText(text).trim();

const foldedCode = (code: string) => code.trim().toLowerCase().replace(/_/g, '-');

/** Intl's names of a language in the language of `locale`: 'Portuguese (Brazil)', 'Brazilian Portuguese'. */
function namesIn(locale: string, code: string): string[] {
  try {
    if (Intl.DisplayNames.supportedLocalesOf(locale).length === 0) return [];
    const names = (['standard', 'dialect'] as const).map((languageDisplay) =>
      new Intl.DisplayNames(locale, { type: 'language', languageDisplay, fallback: 'none' }).of(code),
    );
    return [...new Set(names.filter((name) => name !== undefined))];
  } catch {
    return [];
  }
}

/** By locale and code: making one of Intl's name lists costs a fraction of a millisecond, and there are hundreds. */
const nameCache = new Map<string, string[]>();

function cachedNames(locale: string, code: string): string[] {
  const key = `${locale} ${code}`;
  const names = nameCache.get(key) ?? namesIn(locale, code);
  nameCache.set(key, names);
  return names;
}

const namesOf = ({ code, name }: Choice) => [name, ...cachedNames('en', code), ...cachedNames(code, code)];

/**
 * The code of the language that a person means by its code, or by its name in English, in the interface's language
 * (`name`) or in itself; null when none of the given languages is meant. A code goes before a name.
 */
export function findLanguage(typed: string, languages: readonly Choice[]): string | null {
  const queryCode = foldedCode(typed);
  const byCode = languages.find(({ code }) => foldedCode(code) === queryCode);
  if (byCode) return byCode.code;
  const query = folded(typed);
  if (query === '') return null;
  const byName = languages.find((language) => namesOf(language).some((name) => folded(name) === query));
  return byName?.code ?? null;
}

/**
 * The languages that a person may be about to type, each name once: first those with a name or code that begins so,
 * then those with one that holds the text. All of them for an empty text.
 */
export function suggestLanguages(typed: string, languages: readonly Choice[]): Suggestion[] {
  const query = folded(typed);
  const beginning: Choice[] = [];
  const holding: Choice[] = [];
  const seen = new Set<string>();
  for (const language of languages) {
    if (seen.has(language.name)) continue;
    seen.add(language.name);
    const texts = [language.code, ...namesOf(language)].map(folded);
    if (texts.some((text) => text.startsWith(query))) beginning.push(language);
    else if (texts.some((text) => text.includes(query))) holding.push(language);
  }
  return [...beginning, ...holding].map(withOwnName);
}

function withOwnName({ code, name }: Choice): Suggestion {
  const ownName = cachedNames(code, code)[0];
  return ownName && folded(ownName) !== folded(name) ? { code, name, ownName } : { code, name };
}

/** The text that finds this language: its name, or its code where the name would find another one. */
export function fieldTextOf(code: string, languages: readonly Choice[]): string {
  const name = languages.find((language) => language.code === code)?.name;
  return name && findLanguage(name, languages) === code ? name : code;
}
