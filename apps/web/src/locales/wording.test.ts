// @vitest-environment node
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/testing/**', '!../locales/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** Not translated: the languages that the interface can be shown in are named in their own. */
const ALLOWED = ['English', 'Español'];

/** Last words in names of attributes and properties with visible or audible text. */
const READ = new Set(
  'alt data description error heading hint label legend message placeholder roledescription summary text title tooltip valuetext'.split(
    ' ',
  ),
);

/** JSX text is raw: '&nbsp;' is a character, not a word. */
const ENTITY = /&#?\w+;/g;

/** Functions with visible or audible text. */
const SAYS = /^(usePageTitle|toast\.\w+|(window\.)?(alert|confirm|prompt))$/;

const isRead = (name: string) =>
  READ.has(
    name
      .split(/-|(?=[A-Z])/)
      .at(-1)
      ?.toLowerCase() ?? '',
  );

type Text = { text: string; start: number };
type Value = ESTree.Expression | ESTree.JSXChild | ESTree.JSXAttributeValue | ESTree.JSXEmptyExpression;

/** The texts that an expression may turn out to be, or to hold. */
function getTexts(node: Value): Text[] {
  switch (node.type) {
    case 'JSXText':
      return [{ text: node.value, start: node.start + node.value.search(/\S|$/) }];
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : [];
    case 'TemplateLiteral':
      return [{ text: node.quasis.map(({ value }) => value.raw).join('…'), start: node.start }];
    case 'ConditionalExpression':
      return [...getTexts(node.consequent), ...getTexts(node.alternate)];
    case 'LogicalExpression':
      return [...getTexts(node.left), ...getTexts(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...getTexts(node.left), ...getTexts(node.right)] : [];
    case 'ArrayExpression':
      return node.elements.flatMap((item) => (item && item.type !== 'SpreadElement' ? getTexts(item) : []));
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return getTexts(node.expression);
    default:
      return [];
  }
}

/** 'toast.success' of `toast.success(…)`. */
function calledName({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return '';
  return callee.property.type === 'Identifier' ? `${callee.object.name}.${callee.property.name}` : '';
}

/** The untranslated texts of a source file, as 'file:line text'. */
function findWording(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const texts: Text[] = [];
  const seeChildren = ({ children }: { children: ESTree.JSXChild[] }) => {
    texts.push(...children.flatMap(getTexts));
  };
  new Visitor({
    JSXElement: seeChildren,
    JSXFragment: seeChildren,
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && value && isRead(name.name)) texts.push(...getTexts(value));
    },
    Property({ key, value, computed }) {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null;
      if (!computed && typeof name === 'string' && isRead(name)) texts.push(...getTexts(value as Value));
    },
    CallExpression(call) {
      const argument = call.arguments[0];
      if (argument && argument.type !== 'SpreadElement' && SAYS.test(calledName(call)))
        texts.push(...getTexts(argument));
    },
  }).visit(program);
  return texts
    .filter(({ text }) => /\p{L}/u.test(text.replaceAll(ENTITY, '')) && !ALLOWED.includes(text.trim()))
    .map(({ text, start }) => `${file}:${source.slice(0, start).split('\n').length} ${text.trim()}`);
}

describe('the search for hard-coded wording', () => {
  const textsIn = (source: string) => findWording('a.tsx', source);

  it.each([
    ['text between tags', '<p>Hello</p>'],
    ['text beside other children', '<p><b /> Hello {name}</p>'],
    ['text in a fragment', '<>Hello</>'],
    ['text in braces', "<p>{'Hello'}</p>"],
    ['text that depends', "<p>{isOpen ? t('app.close') : 'Hello'}</p>"],
    ['text shown at times', "<p>{isOpen && 'Hello'}</p>"],
    ['text in place of a missing one', "<p>{video.title ?? 'Hello'}</p>"],
    ['text around a value', `<p>{\`Hello \${name}\`}</p>`],
    ['text put together', "<p>{'Hello ' + name}</p>"],
    ['text in a language that has other letters', '<p>Привет</p>'],
    ['an attribute that is read', '<Button title="Hello" />'],
    ['an attribute that is read out', "<Button aria-label={isOpen ? t('app.close') : 'Hello'} />"],
    ['an attribute named like one that is read', '<Slider thumbLabel="Hello" />'],
    ['the properties of a part', "<Modal closeButtonProps={{ 'aria-label': 'Hello' }} />"],
    ['the label of a choice', "<Select data={[{ value: 'en', label: 'Hello' }]} />"],
    ['a choice that is its own label', "<Select data={['Hello']} />"],
    ['a toast', "toast.success('Hello')"],
    ["a page's title", "usePageTitle('Hello')"],
  ])('reports %s', (_, source) => {
    expect(textsIn(source)).toHaveLength(1);
  });

  it.each([
    ['wording from the catalogue', "<p title={t('app.name')}>{t('app.name')}</p>"],
    ['values', '<p title={title}>{video.title}</p>'],
    ['signs and numbers', '<p aria-label="→">404&nbsp;· {count} ×</p>'],
    ['signs around a value', `<p>{\`\${percent} %\`}</p>`],
    ['attributes that nobody reads', '<Button variant="filled" aria-labelledby="heading" type="text" />'],
    ['a comparison', "<p>{phase === 'turn' && <b />}</p>"],
    ['names of languages in their own language', '<p>Español</p>'],
  ])('ignores %s', (_, source) => {
    expect(textsIn(source)).toEqual([]);
  });

  it('reports its location', () => {
    expect(textsIn('<p>\n  <b />\n  Hello there\n</p>')).toEqual(['a.tsx:3 Hello there']);
  });
});

describe('the web app', () => {
  it('has no hard-coded wording', () => {
    expect(Object.keys(sources)).toContain('../app/top-bar.tsx');
    expect(Object.entries(sources).flatMap(([file, source]) => findWording(file, source))).toEqual([]);
  });
});
