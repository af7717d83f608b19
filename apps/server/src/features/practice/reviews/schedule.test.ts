import type { practice } from '@sayback/contract';
import { type Card, createEmptyCard, fsrs, GenSeedStrategyWithCardId, Rating, StrategyMode } from 'ts-fsrs';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '../../../testing/hostile/random.ts';
import { findLocalDays } from '../figures/local-days.ts';
import {
  type CardKey,
  type CardState,
  computeIntervals,
  formatDay,
  type LoggedReview,
  replay,
} from './schedule.ts';

const SEED = 20_261_124;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Time zones: Santiago changes clocks at midnight, Lord Howe by half an hour, and Kathmandu never. */
const ZONES = [
  'Europe/Madrid',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
const RATINGS = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good } as const;

const dateFormats = new Map(
  ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })]),
);
const formatLocalDate = (zone: string, at: number) => dateFormats.get(zone)?.format(at) ?? '';
const timeFormats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);

/** Returns the offset in minutes east of UTC, as reported by browsers in the time zone. */
const computeOffset = (zone: string, at: number) =>
  Math.round((Date.parse(`${timeFormats.get(zone)?.format(at).replace(' ', 'T')}Z`) - at) / MINUTE_MS);

const createKey = (random: Random): CardKey => ({
  video_id: 1 + random.below(1000),
  text_hash: random.below(2 ** 50),
  start_ms: random.below(3_600_000),
  skill: random.pick(['say', 'write']),
});

/** Creates reviews over some months, with several on the same day. */
function makeHistory(random: Random, zone: string): LoggedReview[] {
  let at = Date.UTC(2025, random.below(12), 1 + random.below(28), random.below(24), random.below(60));
  return Array.from({ length: 1 + random.below(12) }, (_, n) => {
    at += random.chance(0.2) ? random.below(DAY_MS) : random.below(40 * DAY_MS);
    const grade = random.pick(['again', 'hard', 'good', 'good'] as const);
    return { id: `${n}`.padStart(4, '0'), at, grade, utc_offset: computeOffset(zone, at) };
  });
}

/** Computes the expected card with plain ts-fsrs, from the learner's local dates in order. */
function computeWithFsrs(key: CardKey, history: readonly LoggedReview[], zone: string): Card {
  const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: true, enable_short_term: false });
  scheduler.useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('seed'));
  const seed = `${key.video_id} ${key.text_hash} ${key.start_ms} ${key.skill} `;
  return history.reduce<Card>((card, { at, grade }) => {
    const now = new Date(`${formatLocalDate(zone, at)}T00:00:00Z`);
    return scheduler.next(Object.assign(card, { seed }), now, RATINGS[grade as practice.Grade]).card;
  }, createEmptyCard());
}

const shuffle = (random: Random, history: readonly LoggedReview[]) =>
  history
    .map((review) => ({ review, by: random.below(1e9) }))
    .sort((a, b) => a.by - b.by)
    .map(({ review }) => review);

describe('the schedule of a card', () => {
  it(`equals ts-fsrs in 10,000 histories in five time zones, in any order (seed ${SEED})`, () => {
    const random = randomFrom(SEED);
    for (let n = 0; n < 10_000; n += 1) {
      const zone = ZONES[n % ZONES.length] ?? '';
      const key = createKey(random);
      const history = makeHistory(random, zone);
      const { due, stability, difficulty, reps, lapses } = computeWithFsrs(key, history, zone);
      const state = replay(key, shuffle(random, history)) as CardState;
      expect({ ...state, due: formatDay(state.due_day) }, `history ${n}`).toMatchObject({
        due: due.toISOString().slice(0, 10),
        stability,
        difficulty,
        reps,
        lapses,
        last_day: Date.parse(`${formatLocalDate(zone, history.at(-1)?.at ?? 0)}T00:00:00Z`) / DAY_MS,
      });
    }
  });

  it('has the intervals shown on the buttons', () => {
    const random = randomFrom(SEED + 1);
    for (let n = 0; n < 500; n += 1) {
      const key = createKey(random);
      const history = makeHistory(random, 'Europe/Madrid');
      const state = replay(key, history);
      const at = (history.at(-1)?.at ?? 0) + random.below(60 * DAY_MS);
      const today = findLocalDays('Europe/Madrid').getDay(at);
      const intervals = computeIntervals(key, state, today);
      for (const grade of ['again', 'hard', 'good'] as const) {
        const answered = replay(key, [
          ...history,
          { id: '9999', at, grade, utc_offset: computeOffset('Europe/Madrid', at) },
        ]);
        expect((answered?.due_day ?? 0) - today).toBe(intervals[grade]);
      }
    }
  });

  it('is never due on the day of the review, and has varied long intervals', () => {
    const dues = new Set<number>();
    for (let start_ms = 0; start_ms < 50; start_ms += 1) {
      const key = { video_id: 1, text_hash: 1, start_ms, skill: 'say' } as const;
      const log = [0, 5, 20, 60].map(
        (day) => ({ id: `${day}`, at: day * DAY_MS, grade: 'good', utc_offset: 0 }) as const,
      );
      const state = replay(key, log) as CardState;
      expect(state.due_day).toBeGreaterThan(60);
      dues.add(state.due_day);
      expect(replay(key, [{ id: '1', at: 0, grade: 'again', utc_offset: 0 }])?.due_day).toBe(1);
    }
    expect(dues.size).toBeGreaterThan(5);
  });

  it('never returns to the previous day when a learner travels west', () => {
    const key = { video_id: 1, text_hash: 1, start_ms: 0, skill: 'say' } as const;
    const at = 20_000 * DAY_MS;
    const east = { id: '1', at, grade: 'good', utc_offset: 840 } as const;
    const west = { id: '2', at: at + 1, grade: 'good', utc_offset: -720 } as const;
    expect(replay(key, [west, east])?.last_day).toBe(20_000);
  });
});

describe('local days', () => {
  it.each([...ZONES, 'Africa/Cairo', 'America/Havana'])(
    'start at the first instant of their date: %s',
    (zone) => {
      const days = findLocalDays(zone);
      const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
      for (let day = 20_000; day < 20_800; day += 1) {
        const start = days.startOfDay(day);
        expect([format.format(start - 1), format.format(start)]).toEqual([
          formatDay(day - 1),
          formatDay(day),
        ]);
        expect([days.getDay(start - 1), days.getDay(start)]).toEqual([day - 1, day]);
      }
    },
  );

  it('are UTC days for an unknown zone', () => {
    for (const zone of [undefined, 'Mars/Olympus', ''])
      expect(findLocalDays(zone).startOfDay(3)).toBe(3 * DAY_MS);
  });
});
