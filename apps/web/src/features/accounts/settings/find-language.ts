import { foldText } from '../../../ui/fold-text.ts';

type Language = { code: string; name: string };
export type Suggestion = Language & {
  /** The language's own name; absent if unknown, or the same. */
  ownName?: string;
};

const normalize = (text: string) => foldText(text).trim();

const normalizeCode = (code: string) => code.trim().toLowerCase().replace(/_/g, '-');

/** Names of a language in the language of `locale`: 'Portuguese (Brazil)', 'Brazilian Portuguese'. */
function listNames(locale: string, code: string): string[] {
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

/** By locale and code. Creating an Intl.DisplayNames takes a fraction of a millisecond, and there are hundreds. */
const nameCache = new Map<string, string[]>();

function listCachedNames(locale: string, code: string): string[] {
  const key = `${locale} ${code}`;
  const names = nameCache.get(key) ?? listNames(locale, code);
  nameCache.set(key, names);
  return names;
}

const listKnownNames = ({ code, name }: Language) => [
  name,
  ...listCachedNames('en', code),
  ...listCachedNames(code, code),
];

/**
 * Finds a language by its code, or by its name in English, in the interface language (`name`) or in the language itself; null if
 * none matches. Codes take precedence.
 */
export function findLanguage(typed: string, languages: readonly Language[]): string | null {
  const queryCode = normalizeCode(typed);
  const byCode = languages.find(({ code }) => normalizeCode(code) === queryCode);
  if (byCode) return byCode.code;
  const query = normalize(typed);
  if (query === '') return null;
  const byName = languages.find((language) =>
    listKnownNames(language).some((name) => normalize(name) === query),
  );
  return byName?.code ?? null;
}

/**
 * Suggests languages for a typed text, each name once: first names and codes that start with it, then those that contain it.
 * Suggests all for an empty text.
 */
export function suggestLanguages(typed: string, languages: readonly Language[]): Suggestion[] {
  const query = normalize(typed);
  const startingWith: Language[] = [];
  const containing: Language[] = [];
  const seen = new Set<string>();
  for (const language of languages) {
    if (seen.has(language.name)) continue;
    seen.add(language.name);
    const texts = [language.code, ...listKnownNames(language)].map(normalize);
    if (texts.some((text) => text.startsWith(query))) startingWith.push(language);
    else if (texts.some((text) => text.includes(query))) containing.push(language);
  }
  return [...startingWith, ...containing].map(withOwnName);
}

function withOwnName({ code, name }: Language): Suggestion {
  const ownName = listCachedNames(code, code)[0];
  return ownName && normalize(ownName) !== normalize(name) ? { code, name, ownName } : { code, name };
}

/** Returns a text by which `findLanguage` finds this language: its name, or its code if another language has the same name. */
export function fieldText(code: string, languages: readonly Language[]): string {
  const name = languages.find((language) => language.code === code)?.name;
  return name && findLanguage(name, languages) === code ? name : code;
}
