import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { withServer } from '../../../testing/with-server.ts';
import { computeTextDigest, rememberTranslations } from './translation-memory.ts';

const { server } = await withServer();

const languages = { source_language: 'en', target_language: 'fr' };

describe('a text’s digest', () => {
  it.each([
    ['Good morning.', 'GOOD  morning.'],
    ['Good morning.', ' Good\nmorning. '],
    ['ﬁne', 'fine'],
    ['Ａ', 'a'],
    ['é', 'e\u0301'],
  ])('is the same for %j and %j', (a, b) => {
    expect(computeTextDigest(a)).toBe(computeTextDigest(b));
  });

  it('differs for other words or punctuation', () => {
    expect(computeTextDigest('Good morning')).not.toBe(computeTextDigest('Good morning.'));
  });
});

describe('saving approved translations', () => {
  it('saves only the last translation of several spellings of a text', async () => {
    await rememberTranslations(server.context.db, languages, [
      { text_original: 'Yes.', text_target: 'Oui.' },
      { text_original: 'YES.', text_target: 'Si.' },
      { text_original: 'No.', text_target: '' },
    ]);
    const { rows } = await server.context.db.execute(
      sql`select text_original, text_target from translation_memory`,
    );
    expect(rows).toEqual([{ text_original: 'YES.', text_target: 'Si.' }]);
  });

  it('doesn’t deadlock for the same texts in different orders', async () => {
    const texts = Array.from({ length: 1000 }, (_, n) => ({
      text_original: `Text ${n}`,
      text_target: `Texte ${n}`,
    }));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        rememberTranslations(server.context.db, languages, n % 2 ? texts : [...texts].reverse()),
      ),
    );
    const { rows } = await server.context.db.execute(
      sql`select count(*)::int as count from translation_memory where text_original like 'Text %'`,
    );
    expect(rows).toEqual([{ count: 1000 }]);
  });
});
