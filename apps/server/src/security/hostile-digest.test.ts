import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createDigest, findChangedTables } from '../testing/hostile/table-digest.ts';
import { withServer } from '../testing/with-server.ts';

const { server } = await withServer();

describe('the digest of all tables', () => {
  it.each([
    ['regex_patterns', "insert into regex_patterns (name, regex, ignore_case) values ('x', 'x', false)"],
    ['regex_patterns', "update regex_patterns set regex = 'y'"],
    ['regex_patterns', 'delete from regex_patterns'],
    ['audit_log', "insert into audit_log (username, action, summary, target) values ('', '', '', '')"],
  ])('shows that %s changed: %s', async (table, statement) => {
    const { db } = server.context;
    const digest = await createDigest(db);
    const before = await digest();
    expect(before.size).toBeGreaterThan(15);
    expect(findChangedTables(before, await digest())).toEqual([]);
    await db.execute(sql.raw(statement));
    expect(findChangedTables(before, await digest())).toEqual([table]);
  });
});
