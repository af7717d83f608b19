import { LRUCache } from 'lru-cache';

const DAY_MS = 86_400_000;
/** Limits above the number of zones that exist, and their longest name. */
const MAX_ZONES = 1000;
const MAX_LETTERS = 64;
/** Above the number of days that Progress shows. */
const MAX_DAYS = 100;

/** Days of a time zone, counted from 1970-01-01. */
export type LocalDays = {
  getDay: (at: number) => number;
  /** Start of a day, in milliseconds. */
  startOfDay: (day: number) => number;
};

function getFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return getFormat('UTC');
  }
}

const daysByZone = new LRUCache<string, LocalDays>({
  max: MAX_ZONES,
  memoMethod: (zone) => makeLocalDays(zone),
});

/** Returns the days of a browser's time zone; UTC's for an unknown zone. */
export const getLocalDays = (zone = 'UTC'): LocalDays =>
  daysByZone.memo(zone.length > MAX_LETTERS ? 'UTC' : zone);

function makeLocalDays(zone: string): LocalDays {
  const format = getFormat(zone);
  /** Milliseconds east of UTC. */
  const offsetAt = (at: number): number => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name ?? '') ?? [];
    return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  };
  const getDay = (at: number) => Math.floor((at + offsetAt(at)) / DAY_MS);
  const findStart = (day: number): number => {
    const midnight = day * DAY_MS;
    const [before, after] = [midnight - DAY_MS, midnight + DAY_MS].map((at) => midnight - offsetAt(at)) as [
      number,
      number,
    ];
    if (before === after) return before;
    // A clock change that skips midnight starts the day.
    return Math.min(...[before, after].filter((at) => getDay(at) === day));
  };
  // Formatting a date in a zone is slow, and home needs eight starts.
  const starts = new LRUCache<number, number>({ max: MAX_DAYS, memoMethod: findStart });
  return { getDay: getDay, startOfDay: (day) => starts.memo(day) };
}
