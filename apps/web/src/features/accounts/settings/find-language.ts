import { foldText } from '../../../ui/fold-text.ts';

type Choice = { code: string; name: string };
export type Suggestion = Choice & {
  /** The language's own name; absent if unknown, or the same. */
  ownName?: string;
};

const folded = (text: string) => foldText(text).trim();

const foldedCode = (code: string) => code.trim().toLowerCase().replace(/_/g, '-');

/** Names of a language in the language of `locale`: 'Portuguese (Brazil)', 'Brazilian Portuguese'. */
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

/** Keyed by locale and code: creating one of Intl's name lists takes a fraction of a millisecond, and there are hundreds. */
const nameCache = new Map<string, string[]>();

function cachedNames(locale: string, code: string): string[] {
  const key = `${locale} ${code}`;
  const names = nameCache.get(key) ?? namesIn(locale, code);
  nameCache.set(key, names);
  return names;
}

const findNames = ({ code, name }: Choice) => [name, ...cachedNames('en', code), ...cachedNames(code, code)];

/**
 * Finds a language by its code, or by its name in English, in the interface's language (`name`) or in itself; null if none
 * of the given ones matches. Codes take precedence.
 */
export function findLanguage(typed: string, languages: readonly Choice[]): string | null {
  const queryCode = foldedCode(typed);
  const byCode = languages.find(({ code }) => foldedCode(code) === queryCode);
  if (byCode) return byCode.code;
  const query = folded(typed);
  if (query === '') return null;
  const byName = languages.find((language) => findNames(language).some((name) => folded(name) === query));
  return byName?.code ?? null;
}

/**
 * Suggests languages for a typed text, each name once: first those with a name or code that starts with it, then those that
 * contain it. All of them for an empty text.
 */
export function suggestLanguages(typed: string, languages: readonly Choice[]): Suggestion[] {
  const query = folded(typed);
  const beginning: Choice[] = [];
  const holding: Choice[] = [];
  const seen = new Set<string>();
  for (const language of languages) {
    if (seen.has(language.name)) continue;
    seen.add(language.name);
    const texts = [language.code, ...findNames(language)].map(folded);
    if (texts.some((text) => text.startsWith(query))) beginning.push(language);
    else if (texts.some((text) => text.includes(query))) holding.push(language);
  }
  return [...beginning, ...holding].map(withOwnName);
}

function withOwnName({ code, name }: Choice): Suggestion {
  const ownName = cachedNames(code, code)[0];
  return ownName && folded(ownName) !== folded(name) ? { code, name, ownName } : { code, name };
}

/** Returns the text that finds this language: its name, or its code if the name would find another one. */
export function toFieldText(code: string, languages: readonly Choice[]): string {
  const name = languages.find((language) => language.code === code)?.name;
  return name && findLanguage(name, languages) === code ? name : code;
}
