import type { InterfaceLanguage } from '@sayback/contract';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../media/listeners.ts';
import type { en } from './en/index.ts';

type Texts = { [key: string]: string | Texts };
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

type KeysOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? Key extends `${infer Stem}_${PluralForm}`
      ? Stem
      : Key
    : `${Key}.${KeysOf<Tree[Key]>}`;
}[keyof Tree & string];

/** Key of a text without its plural form, such as 'practice.saidLines'. */
export type TextKey = KeysOf<typeof en>;

/** Returns a text with its `{{placeholders}}` filled in; `count` chooses the plural form. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string;

const catalogues: Partial<Record<InterfaceLanguage, Texts>> = {};
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/;

function find(language: InterfaceLanguage, key: string): string | undefined {
  let entry: string | Texts | undefined = catalogues[language];
  for (const name of key.split('.')) entry = typeof entry === 'object' ? entry[name] : undefined;
  return typeof entry === 'string' ? entry : undefined;
}

/** Creates a function that finds texts. It falls back to English, then to the key. */
function createTranslation(language: InterfaceLanguage) {
  const plurals = new Intl.PluralRules(language);
  const findText = (key: string, count: unknown) => {
    const plural = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key;
    return find(language, plural) ?? find(language, key) ?? find('en', plural) ?? find('en', key);
  };
  const t: Translate = (key, values = {}) =>
    (findText(key, values.count) ?? key).replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name] ?? ''));
  const dir: 'ltr' | 'rtl' = RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
  return { t, i18n: { language, dir, exists: (key: string) => find('en', key) !== undefined } };
}

let translation = createTranslation('en');
const listeners = createListeners();

/** Returns the current language's texts, outside of components. */
export const currentTranslation = () => translation;

/** Returns the current language's texts, and rerenders when it changes. */
export const useTranslation = () => useSyncExternalStore(listeners.add, currentTranslation);

export function addTexts(language: InterfaceLanguage, texts: object): void {
  catalogues[language] = { ...catalogues[language], ...texts };
}

/** Switches the language. */
export function showLanguage(language: InterfaceLanguage): void {
  translation = createTranslation(language);
  document.documentElement.lang = language;
  document.documentElement.dir = translation.i18n.dir;
  listeners.notify();
}
