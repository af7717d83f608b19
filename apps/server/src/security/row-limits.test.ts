import { accounts, ROWS, subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { withServer } from '../testing/with-server.ts';

const { server, admin } = await withServer();
const { db } = server.context;

describe('rows of which there are as many as there may be', () => {
  const ofMany = async (last: number, make: () => Promise<{ statusCode: number; body: string }>) => {
    const all = await Promise.all(Array.from({ length: 20 }, make));
    const refused = all.filter(({ statusCode }) => statusCode === 409);
    expect(all.filter(({ statusCode }) => statusCode < 300)).toHaveLength(last);
    expect(refused).toHaveLength(20 - last);
    expect(refused[0]?.body).toContain('Delete some first.');
  };

  it('are refused with a 409, also of twenty calls at once', async () => {
    await db.execute(sql`delete from invitations`);
    await db.execute(sql`insert into invitations (token_hash, group_name, uses_left, expires_at)
      select 'h' || n, '7b', 1, now() + interval '1 day' from generate_series(1, ${ROWS.invitations.max - 3}) n`);
    await ofMany(3, () => admin.try(accounts.createInvitation, { body: { group_name: '7b' } }));
  });

  it('count for those whom they are of: a language pair that is full leaves another alone', async () => {
    const pair = (target_language: string) => ({ source_language: 'en', target_language });
    await db.execute(sql`insert into glossary_terms (source_language, target_language, term, translation)
      select 'en', 'fr', 'term ' || n, 'x' from generate_series(1, ${ROWS.glossary_terms.max}) n`);
    let made = 0;
    const save = (target: string) => () => {
      made += 1;
      const term = { ...pair(target), term: `new ${made}`, translation: 'y' };
      return admin.try(subtitles.saveGlossaryTerm, { body: term });
    };
    await ofMany(0, save('fr'));
    expect((await save('de')()).statusCode).toBeLessThan(300);
  });
});
