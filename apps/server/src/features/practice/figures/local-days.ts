import { LRUCache } from 'lru-cache';

const DAY_MS = 86_400_000;
/** More than the number of existing zones and the length of their names. */
const MAX_ZONES = 1000;
const MAX_NAME_LENGTH = 64;
/** More than the number of days that Progress shows. */
const MAX_DAYS = 100;

/** Days of a time zone, counted from 1970-01-01. */
export type LocalDays = {
  getDay: (at: number) => number;
  /** Start of a day, in milliseconds. */
  startOfDay: (day: number) => number;
};

function createFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return createFormat('UTC');
  }
}

const daysByZone = new LRUCache<string, LocalDays>({
  max: MAX_ZONES,
  memoMethod: (zone) => createLocalDays(zone),
});

/** Returns the days of a browser's time zone; UTC's for an unknown zone. */
export const findLocalDays = (zone = 'UTC'): LocalDays =>
  daysByZone.memo(zone.length > MAX_NAME_LENGTH ? 'UTC' : zone);

function createLocalDays(zone: string): LocalDays {
  const format = createFormat(zone);
  /** Returns the zone's offset in milliseconds east of UTC. */
  const findOffset = (at: number): number => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name ?? '') ?? [];
    return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  };
  const getDay = (at: number) => Math.floor((at + findOffset(at)) / DAY_MS);
  const findStart = (day: number): number => {
    const midnight = day * DAY_MS;
    const [before, after] = [midnight - DAY_MS, midnight + DAY_MS].map((at) => midnight - findOffset(at)) as [
      number,
      number,
    ];
    if (before === after) return before;
    // If a clock change skips midnight, the day starts with it.
    return Math.min(...[before, after].filter((at) => getDay(at) === day));
  };
  // Cached, since formatting a date in a zone is slow and the home page needs eight starts.
  const starts = new LRUCache<number, number>({ max: MAX_DAYS, memoMethod: findStart });
  return { getDay, startOfDay: (day) => starts.memo(day) };
}
