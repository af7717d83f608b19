import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const PACKAGES = path.resolve(import.meta.dirname, '../packages');

/** Returns the source file of an imported package entry. */
function findEntryFile(entry: string): string {
  const [, name = '', ...rest] = entry.split('/');
  const folder = path.join(PACKAGES, name);
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { source } = exports[`./${rest.join('/')}`.replace(/\/$/, '')] ?? {};
  if (!entry.startsWith('@sayback/') || !source) throw new Error(`No package has the entry ${entry}.`);
  return path.join(folder, source);
}

const IMPORT = /^import (\{[^}]*\}) from '([^']+)';$/gm;

/** Runs an example. `expect` needs no import. */
async function run(example: string): Promise<void> {
  const entries: Record<string, object> = {};
  for (const [, , entry = ''] of example.matchAll(IMPORT)) {
    entries[entry] = await import(findEntryFile(entry));
  }
  const body = example.replace(
    IMPORT,
    (_, names: string, entry: string) => `const ${names} = entries['${entry}'];`,
  );
  const script = stripTypeScriptTypes(`async function example() {\n${body}\n}`);
  await new Function('entries', 'expect', `${script}\nreturn example();`)(entries, expect);
}

describe.each(['speech', 'subtitles'])('the README of packages/%s', (name) => {
  const readme = readFileSync(path.join(PACKAGES, name, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?```ts\n([\s\S]*?)```/gm)];

  it('has examples', () => expect(examples.length).toBeGreaterThan(1));

  it.each(examples.map(([, title = '', example = '']) => [title, example]))('is correct: %s', (_, example) =>
    run(example),
  );
});
