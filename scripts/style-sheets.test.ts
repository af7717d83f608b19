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

const findImportedSheets = (source: string) =>
  new Set([...source.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, name]) => name));
const findImportedComponents = (source: string) =>
  [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim());

describe('style sheets of Mantine', () => {
  it('are imported in each file that imports a component without a global style sheet', () => {
    const globalSheets = findImportedSheets(readFileSync(path.join(SOURCES, 'ui/styles.ts'), 'utf8'));
    const unstyled = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      .flatMap((name) => {
        const source = readFileSync(path.join(SOURCES, name), 'utf8');
        const ownSheets = findImportedSheets(source);
        return findImportedComponents(source)
          .filter((component) => existsSync(path.join(SHEETS, `${component}.css`)))
          .filter((component) => !globalSheets.has(component) && !ownSheets.has(component))
          .map((component) => `${name}: ${component}`);
      });
    expect(unstyled).toEqual([]);
  });
});
