import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { en } from './en/index.ts';
import { es } from './es/index.ts';

type Texts = Record<string, string>;
type Tree = { [key: string]: string | Tree };

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

/** Flattens { home: { title: 'Videos' } } into { 'home.title': 'Videos' }. */
function flatten(tree: Tree, path: string[] = []): Texts {
  const entries = Object.entries(tree).map(([key, value]): Texts => {
    const keyPath = [...path, key];
    return typeof value === 'string' ? { [keyPath.join('.')]: value } : flatten(value, keyPath);
  });
  return Object.assign({}, ...entries);
}

/** Removes a key's plural form, as in calls of `t`. */
const baseKey = (key: string) => key.replace(PLURAL_FORM, '');
const listBaseKeys = (texts: Texts) => new Set(Object.keys(texts).map(baseKey));
const listPlaceholders = (text = '') => [...text.matchAll(/{{\s*(\w+)\s*}}/g)].map(([, name]) => name).sort();

const modules = import.meta.glob<Record<string, Tree>>('./*/index.ts', { eager: true });
const catalogues = Object.values(modules).flatMap((module) => Object.entries(module));
const flatCatalogues = Object.fromEntries(catalogues.map(([language, texts]) => [language, flatten(texts)]));
const languages = { ...flatCatalogues, en: flatten(en), es: flatten(es) };
const translations = Object.entries(languages).filter(([language]) => language !== 'en');
const allTexts = Object.entries(languages).flatMap(([language, texts]) =>
  Object.entries(texts).map(([key, text]) => ({ language, key, text })),
);

/** Keys whose English and Spanish texts are intentionally the same. */
const SAME_IN_SPANISH = new Set([
  'findReplace.original',
  'app.name',
  'activity.no',
  'activity.fields.original',
  'editorVideo.title',
  'playerOptions.ladderOff',
  'playerOptions.milliseconds',
  'playerOptions.seconds',
  'turn.figure.length',
  'turn.figure.original',
  'turn.original',
  'videoDetail.original',
]);

describe('the message catalogues', () => {
  it.each(translations)('have the same keys in en and %s', (_, texts) => {
    const english = listBaseKeys(languages.en);
    const translated = listBaseKeys(texts);
    const missing = [...english].filter((key) => !translated.has(key));
    const extra = [...translated].filter((key) => !english.has(key));
    expect({ missing, extra }).toEqual({ missing: [], extra: [] });
  });

  it('have no empty text', () => {
    expect(allTexts.filter(({ text }) => text.trim() === '')).toEqual([]);
  });

  it.each(translations)('have the same placeholders in the same text of en and %s', (_, texts) => {
    const wrong = Object.entries(texts).filter(([key, text]) => {
      const english = languages.en[key] ?? languages.en[`${baseKey(key)}_other`];
      return listPlaceholders(text).join() !== listPlaceholders(english).join();
    });
    expect(wrong).toEqual([]);
  });

  it('have braces only as placeholders', () => {
    expect(allTexts.filter(({ text }) => /[{}]/.test(text.replaceAll(/{{\w+}}/g, '')))).toEqual([]);
  });

  it.each(Object.entries(languages))('have exactly the plural forms of %s', (language, texts) => {
    const keys = Object.keys(texts).filter((key) => PLURAL_FORM.test(key));
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const expected = [...new Set(keys.map(baseKey))].flatMap((key) =>
      pluralCategories.map((form) => `${key}_${form}`),
    );
    expect(keys.sort()).toEqual(expected.sort());
  });

  it('have no untranslated English text', () => {
    const same = Object.keys(languages.es).filter((key) => languages.es[key] === languages.en[key]);
    expect(same.filter((key) => !SAME_IN_SPANISH.has(key))).toEqual([]);
  });

  it('spell each Spanish word consistently', () => {
    expect(Object.keys(languages.es).filter((key) => /vídeo/i.test(languages.es[key] ?? ''))).toEqual([]);
  });
});

const code = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/testing/**', '!../locales/**'],
  { query: '?raw', import: 'default', eager: true },
);
const packages = import.meta.glob<string>(
  [
    '../../../../packages/contract/src/**/*.ts',
    '../../../../packages/subtitles/src/regex-edit/*.ts',
    '!../../../../packages/subtitles/src/regex-edit/regex-errors-*.ts',
    '!../../../../packages/*/src/**/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

type Use = { file: string; parts: string[] };
type Uses = { literals: Set<string>; members: Set<string>; templates: Use[]; translated: Use[] };

const isTranslation = ({ callee }: ESTree.CallExpression) =>
  (callee.type === 'Identifier' && callee.name === 't') ||
  (callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 't');

/** Lists the keys that an expression can evaluate to. A template is split at its values. */
function listKeys(node: ESTree.Argument): string[][] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [[node.value]] : [];
  if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.raw)];
  if (node.type === 'ConditionalExpression')
    return [...listKeys(node.consequent), ...listKeys(node.alternate)];
  return [];
}

/** Finds strings, templates and property names in source files, and the keys in calls of `t`. */
function findUses(sources: Record<string, string>): Uses {
  const uses: Uses = { literals: new Set(), members: new Set(), templates: [], translated: [] };
  for (const [file, source] of Object.entries(sources)) {
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    new Visitor({
      Literal({ value }) {
        if (typeof value === 'string') uses.literals.add(value);
      },
      Property({ key }) {
        if (key.type === 'Identifier') uses.members.add(key.name);
      },
      TemplateLiteral(node) {
        uses.templates.push(...listKeys(node).map((parts) => ({ file, parts })));
      },
      CallExpression(call) {
        const [key] = call.arguments;
        if (key && isTranslation(call))
          uses.translated.push(...listKeys(key).map((parts) => ({ file, parts })));
      },
    }).visit(program);
  }
  return uses;
}

/** Returns the values with which a template evaluates to this key; null if it can't. */
function matchTemplate(parts: string[], key: string): string[] | null {
  const pattern = parts.map((part) => part.replaceAll(/\W/g, '\\$&')).join('([\\w.-]+)');
  return new RegExp(`^${pattern}$`).exec(key)?.slice(1) ?? null;
}

/**
 * A key is used if it is a string literal, or if a template evaluates to it with a number or with a string or a property name
 * of the web app or the packages.
 */
function isUsed(key: string, uses: Uses, values: Set<string>): boolean {
  if (uses.literals.has(key)) return true;
  return uses.templates.some(({ parts }) => {
    const memberValues = parts[0]?.includes('.') ? matchTemplate(parts, key) : null;
    return memberValues?.every((value) => values.has(value) || /^\d+$/.test(value));
  });
}

describe('the source files', () => {
  const uses = findUses(code);
  const keys = [...listBaseKeys(languages.en)];

  it('use every key', () => {
    const { literals, members } = findUses(packages);
    const values = new Set([...uses.literals, ...literals, ...members]);
    expect(keys.filter((key) => !isUsed(key, uses, values))).toEqual([]);
  });

  it('use no missing key', () => {
    expect(uses.translated.length).toBeGreaterThan(50);
    const missing = uses.translated.filter(({ parts }) => !keys.some((key) => matchTemplate(parts, key)));
    expect(missing).toEqual([]);
  });
});
