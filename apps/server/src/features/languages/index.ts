export { LANGUAGES, languageName } from './language-list.ts';
export { readCountry, readLanguage } from './read-language.ts';
export { languageRoutes } from './routes.ts';
