import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

const pacific = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const HOUR_MS = 3_600_000;

/** Returns the day of YouTube's quota, in Pacific time: `2026-11-21`. */
export const pacificDay = (time: Date): string => pacific.format(time);

/** Returns the start of the next quota day: 7:00 UTC in summer, 8:00 in winter. */
export function nextPacificDay(time: Date): Date {
  const today = pacificDay(time);
  const hour = new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
  do hour.setTime(hour.getTime() + HOUR_MS);
  while (pacificDay(hour) === today);
  return hour;
}

/**
 * Maximum number of searches per day. Each page of results counts:
 * https://developers.google.com/youtube/v3/determine_quota_cost
 */
export const SEARCHES_PER_DAY = 100;
export const UNITS_PER_DAY = 10_000;

export type Quota = {
  searches_left: number;
  searches_a_day: number;
  units_left: number;
  units_a_day: number;
  resets_at: Date;
};

/** This installation's use of the YouTube quota, by day, in the table `youtube_quota`. */
export type QuotaStore = {
  spend: (calls: { searches?: number; units?: number }) => Promise<void>;
  /** Records that YouTube reported an exhausted quota: other programs can use the same key. */
  markExhausted: () => Promise<void>;
  read: () => Promise<Quota>;
  resetsAt: () => Date;
};

export function openQuotaStore(
  db: Pick<Database, 'execute'>,
  now: () => Date = () => new Date(),
): QuotaStore {
  return {
    spend: async ({ searches = 0, units = 0 }) => {
      await db.execute(sql`
        INSERT INTO youtube_quota AS quota (day, searches, units) VALUES (${pacificDay(now())}, ${searches}, ${units})
        ON CONFLICT (day) DO UPDATE SET searches = quota.searches + excluded.searches, units = quota.units + excluded.units`);
    },
    markExhausted: async () => {
      await db.execute(sql`
        INSERT INTO youtube_quota AS quota (day, searches) VALUES (${pacificDay(now())}, ${SEARCHES_PER_DAY})
        ON CONFLICT (day) DO UPDATE SET searches = greatest(quota.searches, excluded.searches)`);
    },
    read: async () => {
      const time = now();
      const { rows } = await db.execute<{ searches: number; units: number }>(
        sql`SELECT searches, units FROM youtube_quota WHERE day = ${pacificDay(time)}`,
      );
      const { searches = 0, units = 0 } = rows[0] ?? {};
      return {
        searches_left: Math.max(0, SEARCHES_PER_DAY - searches),
        searches_a_day: SEARCHES_PER_DAY,
        units_left: Math.max(0, UNITS_PER_DAY - units),
        units_a_day: UNITS_PER_DAY,
        resets_at: nextPacificDay(time),
      };
    },
    resetsAt: () => nextPacificDay(now()),
  };
}
