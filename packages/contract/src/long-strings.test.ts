import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inputFields } from './testing/input-fields.ts';

const EIGHT_MB = 8_000_000;

/** Long inputs that make a pattern backtrack or overflow the stack. */
const LONG_TEXTS = ['1,'.repeat(EIGHT_MB / 2), `a@${'a.'.repeat(EIGHT_MB / 2)}`];

const texts = inputFields('string');

/** Fields that contain a file: only the body's limit applies. */
const FILES = ['saveSyncedSubtitles body.content'];

describe('a text of 8 MB', () => {
  it('is tested in every field of the contract', () => {
    expect(texts.length).toBeGreaterThan(100);
    for (const file of FILES) expect(texts.map(([path]) => path)).toContain(file);
  });

  it.each(texts.filter(([path]) => !FILES.includes(path)))(
    'is rejected by length before any pattern is tested: %s',
    (_, schema) => {
      for (const text of LONG_TEXTS) {
        const { error } = z.safeParse(schema, text);
        expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
      }
    },
  );
});
