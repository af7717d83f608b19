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
export const pacificDay = (moment: Date): string => pacific.format(moment);

/** Returns the start of the next such day: midnight there is 7:00 UTC in summer and 8:00 in winter. */
export function nextPacificDay(moment: Date): Date {
  const today = pacificDay(moment);
  const hour = new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS);
  do hour.setTime(hour.getTime() + HOUR_MS);
  while (pacificDay(hour) === today);
  return hour;
}

/** Limit of searches a day. Each page of results counts: https://developers.google.com/youtube/v3/determine_quota_cost */
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
  spend: (label: { searches?: number; units?: number }) => Promise<void>;
  /** Records that YouTube reported no searches left, regardless of our count: the key may also be used elsewhere. */
  markExhausted: () => Promise<void>;
  left: () => Promise<Quota>;
  resetsAt: () => Date;
};

export function quotaStore(db: Pick<Database, 'execute'>, now: () => Date = () => new Date()): QuotaStore {
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
    left: async () => {
      const moment = now();
      const { rows } = await db.execute<{ searches: number; units: number }>(
        sql`SELECT searches, units FROM youtube_quota WHERE day = ${pacificDay(moment)}`,
      );
      const { searches = 0, units = 0 } = rows[0] ?? {};
      return {
        searches_left: Math.max(0, SEARCHES_PER_DAY - searches),
        searches_a_day: SEARCHES_PER_DAY,
        units_left: Math.max(0, UNITS_PER_DAY - units),
        units_a_day: UNITS_PER_DAY,
        resets_at: nextPacificDay(moment),
      };
    },
    resetsAt: () => nextPacificDay(now()),
  };
}
