import { languages } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../locales/translation.ts';
import { queryFor } from './query.ts';

type Option = { code: string; name: string };

/** Used while the list is loading, and if loading fails. */
const BUILT_IN: [string, string][] = [
  ['en', 'English'],
  ['es', 'Spanish'],
  ['fr', 'French'],
  ['de', 'German'],
  ['ko', 'Korean'],
  ['it', 'Italian'],
  ['pt', 'Portuguese'],
  ['ru', 'Russian'],
];

const FOREVER = { staleTime: Number.POSITIVE_INFINITY };
const languagesQuery = queryFor(languages.listLanguages, {}, FOREVER);
const choicesQuery = queryFor(languages.listChoices, { query: { type: 'languages' } }, FOREVER);

/** Capitalises a language's name for use as a label: many languages write theirs in lower case. */
const capitalize = (name: string, language: string) =>
  name.charAt(0).toLocaleUpperCase(language) + name.slice(1);

/** Names of languages and countries in the interface language. In English, the server's names are used. */
function useDisplayNames(type: 'language' | 'region') {
  const { i18n } = useTranslation();
  const isEnglish = i18n.language === 'en';
  return (code: string, english: string): string => {
    if (isEnglish) return english;
    try {
      const name = new Intl.DisplayNames(i18n.language, { type, languageDisplay: 'standard' }).of(code);
      return name ? capitalize(name, i18n.language) : english;
    } catch {
      return english;
    }
  };
}

const byName = (a: Option, b: Option) => a.name.localeCompare(b.name);

/** Cache of the last list: each row of a long table looks up names, and sorting takes a millisecond. */
let cachedList: { of: [pairs: [string, string][], interfaceLanguage: string]; list: Option[] } | undefined;

/** All languages by name; `isBuiltIn` if the server's list could not be loaded. */
export function useLanguages(): {
  languages: Option[];
  isBuiltIn: boolean;
  languageName: (code: string) => string;
} {
  const { i18n } = useTranslation();
  const { data, isError } = useQuery(languagesQuery);
  const displayName = useDisplayNames('language');
  const pairs = data?.languages ?? BUILT_IN;
  if (cachedList?.of[0] !== pairs || cachedList.of[1] !== i18n.language) {
    const list = pairs.map(([code, name]) => ({ code, name: displayName(code, name) })).sort(byName);
    cachedList = { of: [pairs, i18n.language], list };
  }
  const { list } = cachedList;
  return {
    languages: list,
    isBuiltIn: isError,
    languageName: (code) =>
      list.find((choice) => choice.code === code)?.name ?? displayName(code, code.toUpperCase()),
  };
}

export function useCountries(): Option[] {
  const { data } = useQuery(choicesQuery);
  const displayName = useDisplayNames('region');
  return (data?.countries ?? [])
    .map(({ code, name }) => ({ code, name: displayName(code, name) }))
    .sort(byName);
}
