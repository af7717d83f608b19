import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. Their numbers come before those of level 3. */
const SECTIONS = {
  '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2,
  '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1,
  '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2,
  '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4,
  '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3,
  '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4,
  '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2,
  '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1,
  '9.1': 3, '9.2': 4,
  '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3,
  '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1,
  '12.1': 3, '12.2': 2, '12.3': 4,
  '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5,
  '14.1': 2, '14.2': 4, '14.3': 3,
  '15.1': 3, '15.2': 3, '15.3': 7,
  '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3,
  '17.1': 1, '17.2': 4, '17.3': 2,
}; // biome-ignore format: a chapter a line

const required = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

const content = readFileSync(path.join(ROOT, 'docs/asvs.md'), 'utf8');
const rows = content
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', requirement = '', state = '', evidence = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { number, requirement, state, evidence };
  });

/** Returns the numbers of a range such as `10.4.1 – 10.4.3`. */
function expandNumbers(number: string): string[] {
  const [first = '', last] = number.split(' – ');
  if (!last) return [first];
  const [section, from, to] = [first.replace(/\.\d+$/, ''), first.split('.').at(-1), last.split('.').at(-1)];
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, index) => `${section}.${Number(from) + index}`,
  );
}

/** Finds file names in the text. */
const findFileNames = (text: string) =>
  [...text.matchAll(/`([\w@./-]+\.(?:ts|tsx|mjs|md|ya?ml|service)|deploy\/\w+)`/g)].map(
    ([, name = '']) => name,
  );

const resolveFile = (name: string) =>
  /^(apps|packages|scripts|e2e|docs|deploy)\//.test(name) || name === 'compose.yaml'
    ? name
    : `apps/server/src/${name}`;

describe('docs/asvs.md', () => {
  it('covers each of the 253 requirements of levels 1 and 2 once', () => {
    expect(required).toHaveLength(253);
    expect(rows.flatMap(({ number }) => expandNumbers(number))).toEqual(required);
  });

  it('has a text, a state, and evidence or a reason for each requirement', () => {
    const bad = rows.filter(
      ({ requirement, state, evidence }) =>
        !requirement || !evidence || !/^(met|not met(, by choice)?|n\.a\.)$/.test(state),
    );
    expect(bad).toEqual([]);
  });

  it('counts the states correctly', () => {
    const count = (start: string) =>
      rows.filter(({ state }) => state.startsWith(start)).flatMap(({ number }) => expandNumbers(number))
        .length;
    expect(content).toContain(
      `Of 253: ${count('met')} met, ${count('not met')} not met, ${count('n.a.')} not applicable.`,
    );
  });

  it('mentions only existing files', () => {
    const named = rows.flatMap(({ evidence }) => findFileNames(evidence)).map(resolveFile);
    expect(named.length).toBeGreaterThan(150);
    expect([...new Set(named)].filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });
});
