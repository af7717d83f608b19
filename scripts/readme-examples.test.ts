import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The entries that examples may import. */
const ENTRIES: Record<string, () => Promise<object>> = {
  '@sayback/speech': () => import('../packages/speech/src/index.ts'),
  '@sayback/subtitles': () => import('../packages/subtitles/src/index.ts'),
  '@sayback/subtitles/decode': () => import('../packages/subtitles/src/decode/decode.ts'),
};

const IMPORT = /^import (\{[^}]*\}) from '([^']+)';$/gm;

/** Runs an example; `expect` is there without an import. */
async function run(example: string): Promise<void> {
  const entries: Record<string, object> = {};
  for (const [, , entry = ''] of example.matchAll(IMPORT)) {
    const load = ENTRIES[entry];
    if (!load) throw new Error(`No package has the entry ${entry}.`);
    entries[entry] = await load();
  }
  const body = example.replace(
    IMPORT,
    (_, names: string, entry: string) => `const ${names} = entries['${entry}'];`,
  );
  const script = stripTypeScriptTypes(`async function example() {\n${body}\n}`);
  await new Function('entries', 'expect', `${script}\nreturn example();`)(entries, expect);
}

describe.each(['speech', 'subtitles'])('the README of packages/%s', (name) => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../packages', name, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?```ts\n([\s\S]*?)```/gm)];

  it('has examples', () => expect(examples.length).toBeGreaterThan(1));

  it.each(examples.map(([, title = '', example = '']) => [title, example]))(
    'is right about: %s',
    (_, example) => run(example),
  );
});
