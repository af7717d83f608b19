import { practice } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { practice_totals } from '../memory/tables.ts';

const WEEK = 7;
const FOUR_WEEKS = 28;

type Counted = { practised: number; answered: number; minutes: number };

/** Replaces counts of too few people with null. */
const hideSmallCounts = ({
  practised,
  answered,
  minutes,
}: Counted): practice.PracticeCounts['last_7_days'] => ({
  practised: practised < practice.MIN_LEARNERS_SHOWN ? null : practised,
  answered: answered < practice.MIN_LEARNERS_SHOWN ? null : answered,
  minutes: practised < practice.MIN_LEARNERS_SHOWN ? null : minutes,
});

async function countSince(db: Database, days: number): Promise<Counted> {
  const { rows } = await db.execute<Counted>(sql`select count(*)::int as practised,
      count(*) filter (where has_answered)::int as answered, coalesce(sum(minutes), 0)::int as minutes
    from (select bool_or(written + recalled > 0) as has_answered, sum(bit_count(minutes::bit(15))) as minutes
      from ${practice_totals} where at > now() - ${days} * interval '1 day' and minutes <> 0 group by user_id)as learners`);
  return rows[0] as Counted;
}

/** Counts the people who practised recently, in the whole installation. */
export const countPractice = async (db: Database): Promise<practice.PracticeCounts> => ({
  last_7_days: hideSmallCounts(await countSince(db, WEEK)),
  last_28_days: hideSmallCounts(await countSince(db, FOUR_WEEKS)),
});
