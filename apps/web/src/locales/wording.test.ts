import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/testing/**', '!../locales/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** Names of the interface languages, which aren't translated. */
const ALLOWED = ['English', 'Español'];

/** The last words in names of attributes and properties with visible or audible text. */
const READABLE_NAMES = new Set(
  'alt data description error heading hint label legend message placeholder roledescription summary text title tooltip valuetext'.split(
    ' ',
  ),
);

/** Entities in JSX text, such as '&nbsp;'. */
const ENTITY = /&#?\w+;/g;

/** Names of functions that show their argument. */
const SHOWS_TEXT = /^(usePageTitle|toast\.\w+|(window\.)?(alert|confirm|prompt))$/;

const isReadable = (name: string) =>
  READABLE_NAMES.has(
    name
      .split(/-|(?=[A-Z])/)
      .at(-1)
      ?.toLowerCase() ?? '',
  );

type Text = { text: string; start: number };
type Value = ESTree.Expression | ESTree.JSXChild | ESTree.JSXAttributeValue | ESTree.JSXEmptyExpression;

/** Finds the string literals that an expression can evaluate to. */
function findTexts(node: Value): Text[] {
  switch (node.type) {
    case 'JSXText':
      return [{ text: node.value, start: node.start + node.value.search(/\S|$/) }];
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : [];
    case 'TemplateLiteral':
      return [{ text: node.quasis.map(({ value }) => value.raw).join('…'), start: node.start }];
    case 'ConditionalExpression':
      return [...findTexts(node.consequent), ...findTexts(node.alternate)];
    case 'LogicalExpression':
      return [...findTexts(node.left), ...findTexts(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...findTexts(node.left), ...findTexts(node.right)] : [];
    case 'ArrayExpression':
      return node.elements.flatMap((item) => (item && item.type !== 'SpreadElement' ? findTexts(item) : []));
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return findTexts(node.expression);
    default:
      return [];
  }
}

/** Returns the name of a called function, such as 'toast.success'. */
function functionName({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return '';
  return callee.property.type === 'Identifier' ? `${callee.object.name}.${callee.property.name}` : '';
}

/** Finds the untranslated texts of a source file, as 'file:line text'. */
function findHardCodedTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const texts: Text[] = [];
  const collectChildren = ({ children }: { children: ESTree.JSXChild[] }) => {
    texts.push(...children.flatMap(findTexts));
  };
  new Visitor({
    JSXElement: collectChildren,
    JSXFragment: collectChildren,
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && value && isReadable(name.name)) texts.push(...findTexts(value));
    },
    Property({ key, value, computed }) {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null;
      if (!computed && typeof name === 'string' && isReadable(name)) texts.push(...findTexts(value as Value));
    },
    CallExpression(call) {
      const argument = call.arguments[0];
      if (argument && argument.type !== 'SpreadElement' && SHOWS_TEXT.test(functionName(call)))
        texts.push(...findTexts(argument));
    },
  }).visit(program);
  return texts
    .filter(({ text }) => /\p{L}/u.test(text.replaceAll(ENTITY, '')) && !ALLOWED.includes(text.trim()))
    .map(({ text, start }) => `${file}:${source.slice(0, start).split('\n').length} ${text.trim()}`);
}

describe('the search for hard-coded wording', () => {
  const findIn = (source: string) => findHardCodedTexts('a.tsx', source);

  it.each([
    ['text between tags', '<p>Hello</p>'],
    ['text next to other children', '<p><b /> Hello {name}</p>'],
    ['text in a fragment', '<>Hello</>'],
    ['text in braces', "<p>{'Hello'}</p>"],
    ['text that depends on a condition', "<p>{isOpen ? t('app.close') : 'Hello'}</p>"],
    ['text that is shown conditionally', "<p>{isOpen && 'Hello'}</p>"],
    ['a fallback text', "<p>{video.title ?? 'Hello'}</p>"],
    ['text around a value', `<p>{\`Hello \${name}\`}</p>`],
    ['concatenated text', "<p>{'Hello ' + name}</p>"],
    ['text in another script', '<p>Привет</p>'],
    ['a visible attribute', '<Button title="Hello" />'],
    ['an attribute for screen readers', "<Button aria-label={isOpen ? t('app.close') : 'Hello'} />"],
    ['an attribute with a visible name’s ending', '<Slider thumbLabel="Hello" />'],
    ['properties of a nested element', "<Modal closeButtonProps={{ 'aria-label': 'Hello' }} />"],
    ['the label of an option', "<Select data={[{ value: 'en', label: 'Hello' }]} />"],
    ['an option without a separate label', "<Select data={['Hello']} />"],
    ['a toast', "toast.success('Hello')"],
    ["a page's title", "usePageTitle('Hello')"],
  ])('reports %s', (_, source) => {
    expect(findIn(source)).toHaveLength(1);
  });

  it.each([
    ['wording from the catalogue', "<p title={t('app.name')}>{t('app.name')}</p>"],
    ['values', '<p title={title}>{video.title}</p>'],
    ['symbols and numbers', '<p aria-label="→">404&nbsp;· {count} ×</p>'],
    ['symbols next to a value', `<p>{\`\${percent} %\`}</p>`],
    ['attributes without visible text', '<Button variant="filled" aria-labelledby="heading" type="text" />'],
    ['a comparison', "<p>{phase === 'turn' && <b />}</p>"],
    ['names of languages in their own language', '<p>Español</p>'],
  ])('ignores %s', (_, source) => {
    expect(findIn(source)).toEqual([]);
  });

  it('reports its location', () => {
    expect(findIn('<p>\n  <b />\n  Hello there\n</p>')).toEqual(['a.tsx:3 Hello there']);
  });
});

describe('the web app', () => {
  it('has no hard-coded wording', () => {
    expect(Object.keys(sources)).toContain('../app/top-bar.tsx');
    expect(Object.entries(sources).flatMap(([file, source]) => findHardCodedTexts(file, source))).toEqual([]);
  });
});
