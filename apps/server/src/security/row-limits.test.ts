import { accounts, ROWS, subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { factorStore } from '../features/accounts/second-factor/factor-store.ts';
import { signIn } from '../testing/client.ts';
import { addAlignedVideo } from '../testing/library.ts';
import { withServer } from '../testing/with-server.ts';

const { server, admin } = await withServer();
const { db } = server.context;

describe('rows above a limit', () => {
  const ofMany = async (last: number, make: () => Promise<{ statusCode: number; body: string }>) => {
    const all = await Promise.all(Array.from({ length: 20 }, make));
    const refused = all.filter(({ statusCode }) => statusCode === 409);
    expect(all.filter(({ statusCode }) => statusCode < 300)).toHaveLength(last);
    expect(refused).toHaveLength(20 - last);
    expect(refused[0]?.body).toContain('Delete some first.');
  };

  it('are refused with a 409, even in twenty concurrent calls', async () => {
    await db.execute(sql`delete from invitations`);
    await db.execute(sql`insert into invitations (token_hash, group_name, uses_left, expires_at)
      select 'h' || n, '7b', 1, now() + interval '1 day' from generate_series(1, ${ROWS.invitations.max - 3}) n`);
    await ofMany(3, () => admin.try(accounts.createInvitation, { body: { group_name: '7b' } }));
  });

  it('are counted per language pair: a full pair doesn’t affect another', async () => {
    const pair = (target_language: string) => ({ source_language: 'en', target_language });
    await db.execute(sql`insert into glossary_terms (source_language, target_language, term, translation)
      select 'en', 'fr', 'term ' || n, 'x' from generate_series(1, ${ROWS.glossary_terms.max}) n`);
    let created = 0;
    const save = (target: string) => () => {
      created += 1;
      const term = { ...pair(target), term: `new ${created}`, translation: 'y' };
      return admin.try(subtitles.saveGlossaryTerm, { body: term });
    };
    await ofMany(0, save('fr'));
    expect((await save('de')()).statusCode).toBeLessThan(300);
    const known = { ...pair('fr'), term: 'term 1', translation: 'z' };
    expect(await admin.call(subtitles.saveGlossaryTerm, { body: known })).toMatchObject({ translation: 'z' });
  });

  it('verification links are limited per account, across all of its e-mail addresses', async () => {
    const learner = await signIn(server);
    await db.execute(sql`update users set email = 'one@example.org' where id = ${learner.id}`);
    const { limits } = server.context;
    await limits.take(
      accounts.VERIFICATIONS_PER_DAY,
      String(learner.id),
      accounts.VERIFICATIONS_PER_DAY.max - 1,
    );
    expect((await learner.try(accounts.sendVerification)).statusCode).toBe(204);
    await db.execute(sql`update users set email = 'two@example.org' where id = ${learner.id}`);
    expect((await learner.try(accounts.sendVerification)).statusCode).toBe(429);
  });

  it('new second-factor tickets replace the oldest', async () => {
    const { id: user_id } = await signIn(server);
    const { max } = accounts.LIVE_TICKETS;
    for (let n = 0; n < max + 3; n += 1) {
      const expires_at = new Date(Date.now() + 60_000 + n);
      const ticket = {
        token_hash: `ticket ${n}`,
        user_id,
        purpose: 'confirm' as const,
        password_digest: '',
        expires_at,
      };
      await factorStore(db).addTicket(ticket);
    }
    const { rows } = await db.execute(sql`select from second_factor_tickets where user_id = ${user_id}`);
    expect(rows).toHaveLength(max);
    expect(await factorStore(db).findTicket('ticket 2', 'confirm')).toBeNull();
    expect(await factorStore(db).findTicket('ticket 3', 'confirm')).not.toBeNull();
  });

  it('are refused for an alignment that has the maximum number of segments', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const count = (segments: number) =>
      db.execute(sql`update alignments set segment_count = ${segments} where id = ${alignmentId}`);
    const insert = () =>
      admin.try(subtitles.insertSegment, { params: { id: alignmentId, index: 0 }, body: {} });
    await count(ROWS.segments.max - 1);
    expect((await insert()).statusCode).toBe(201);
    expect((await insert()).statusCode).toBe(409);
  });
});
