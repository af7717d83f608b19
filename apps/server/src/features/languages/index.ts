import { languages } from '@sayback/contract';
import type { Router } from '../../http/serve.ts';
import { COMMON_LANGUAGES, COUNTRIES, LANGUAGES } from './language-list.ts';

export { LANGUAGES, languageName, readCountry, readLanguage } from './language-list.ts';

export function languageRoutes({ serve }: Router): void {
  serve(languages.listLanguages, () => ({
    languages: LANGUAGES.map(({ code, name }): [string, string] => [code, name]),
  }));

  serve(languages.listChoices, ({ query }) => ({
    languages: [...(query.common_only === false ? LANGUAGES : COMMON_LANGUAGES)],
    countries: [...COUNTRIES],
  }));
}
