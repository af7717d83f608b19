import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../apps/web/src', import.meta.url));
const SHEETS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')),
  'styles',
);

const getSheets = (source: string) =>
  new Set([...source.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, name]) => name));
const getComponents = (source: string) =>
  [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim());

describe('style sheets of Mantine', () => {
  it('are imported next to each component that only some screens show', () => {
    const everywhere = getSheets(readFileSync(path.join(SOURCES, 'ui/styles.ts'), 'utf8'));
    const unstyled = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      .flatMap((name) => {
        const source = readFileSync(path.join(SOURCES, name), 'utf8');
        const here = getSheets(source);
        return getComponents(source)
          .filter((component) => existsSync(path.join(SHEETS, `${component}.css`)))
          .filter((component) => !everywhere.has(component) && !here.has(component))
          .map((component) => `${name}: ${component}`);
      });
    expect(unstyled).toEqual([]);
  });
});
