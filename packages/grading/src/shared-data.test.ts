import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grade } from './grade.ts';

const DATA = resolve(import.meta.dirname, '../../../../shared/data');
const files = existsSync(DATA)
  ? readdirSync(DATA, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:srt|vtt|txt)$/.test(file))
  : [];

/** Returns the language of a file: 'de' for `H-en-de-synfig/target.srt`, 'ru' for `full-ru-utf-8.srt`. */
function findLanguage(file: string): string {
  const [, first = 'en', second] = /[a-z]+-([a-z]{2})(?:-([a-z]{2})-)?/i.exec(file.split('/')[1] ?? '') ?? [];
  return file.endsWith('target.srt') && second ? second : first;
}

describe.skipIf(files.length === 0)('the lines of ../shared/data (skipped if they are absent)', () => {
  it('are all graded as right when typed verbatim', () => {
    let count = 0;
    for (const file of files) {
      const lang = findLanguage(file);
      for (const line of new Set(readFileSync(join(DATA, file), 'utf8').split(/\r?\n/))) {
        if (line.includes('-->')) continue;
        count += 1;
        const { verdict } = grade(line, line, lang);
        if (verdict !== 'right') expect([file, line, verdict]).toEqual([file, line, 'right']);
      }
    }
    expect(count).toBeGreaterThan(50_000);
  });
});
