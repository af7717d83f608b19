import type { practice } from '@sayback/contract';
import { type Card, createEmptyCard, fsrs, GenSeedStrategyWithCardId, Rating, StrategyMode } from 'ts-fsrs';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '../../../testing/hostile/random.ts';
import { getLocalDays } from '../figures/local-days.ts';
import { type CardKey, type CardState, getIntervals, isoDay, type LoggedReview, replay } from './schedule.ts';

const SEED = 20_261_124;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Clocks change at midnight in Santiago, by half an hour on Lord Howe, and never in Kathmandu. */
const ZONES = [
  'Europe/Madrid',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
const RATINGS = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good } as const;

const localDate = new Map(
  ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })]),
);
const dateIn = (zone: string, at: number) => localDate.get(zone)?.format(at) ?? '';
const wall = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);

/** Minutes east of UTC, as a browser there reports. */
const offsetIn = (zone: string, at: number) =>
  Math.round((Date.parse(`${wall.get(zone)?.format(at).replace(' ', 'T')}Z`) - at) / MINUTE_MS);

const toKey = (random: Random): CardKey => ({
  video_id: 1 + random.below(1000),
  text_hash: random.below(2 ** 50),
  start_ms: random.below(3_600_000),
  skill: random.pick(['say', 'write']),
});

/** Reviews spread over some months, with several on the same day. */
function makeHistory(random: Random, zone: string): LoggedReview[] {
  let at = Date.UTC(2025, random.below(12), 1 + random.below(28), random.below(24), random.below(60));
  return Array.from({ length: 1 + random.below(12) }, (_, n) => {
    at += random.chance(0.2) ? random.below(DAY_MS) : random.below(40 * DAY_MS);
    const grade = random.pick(['again', 'hard', 'good', 'good'] as const);
    return { id: `${n}`.padStart(4, '0'), at, grade, utc_offset: offsetIn(zone, at) };
  });
}

/** Computes the same with plain ts-fsrs, from the learner's local dates in order. */
function byFsrs(key: CardKey, history: readonly LoggedReview[], zone: string): Card {
  const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: true, enable_short_term: false });
  scheduler.useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('seed'));
  const seed = `${key.video_id} ${key.text_hash} ${key.start_ms} ${key.skill} `;
  return history.reduce<Card>((card, { at, grade }) => {
    const now = new Date(`${dateIn(zone, at)}T00:00:00Z`);
    return scheduler.next(Object.assign(card, { seed }), now, RATINGS[grade as practice.Grade]).card;
  }, createEmptyCard());
}

const shuffled = (random: Random, history: readonly LoggedReview[]) =>
  history
    .map((review) => ({ review, by: random.below(1e9) }))
    .sort((a, b) => a.by - b.by)
    .map(({ review }) => review);

describe('the schedule of a card', () => {
  it(`equals ts-fsrs in 10,000 histories in five time zones, in any order (seed ${SEED})`, () => {
    const random = randomFrom(SEED);
    for (let n = 0; n < 10_000; n += 1) {
      const zone = ZONES[n % ZONES.length] ?? '';
      const key = toKey(random);
      const history = makeHistory(random, zone);
      const { due, stability, difficulty, reps, lapses } = byFsrs(key, history, zone);
      const state = replay(key, shuffled(random, history)) as CardState;
      expect({ ...state, due: isoDay(state.due_day) }, `history ${n}`).toMatchObject({
        due: due.toISOString().slice(0, 10),
        stability,
        difficulty,
        reps,
        lapses,
        last_day: Date.parse(`${dateIn(zone, history.at(-1)?.at ?? 0)}T00:00:00Z`) / DAY_MS,
      });
    }
  });

  it('keeps the intervals shown on the buttons', () => {
    const random = randomFrom(SEED + 1);
    for (let n = 0; n < 500; n += 1) {
      const key = toKey(random);
      const history = makeHistory(random, 'Europe/Madrid');
      const state = replay(key, history);
      const at = (history.at(-1)?.at ?? 0) + random.below(60 * DAY_MS);
      const today = getLocalDays('Europe/Madrid').getDay(at);
      const intervals = getIntervals(key, state, today);
      for (const grade of ['again', 'hard', 'good'] as const) {
        const answered = replay(key, [
          ...history,
          { id: '9999', at, grade, utc_offset: offsetIn('Europe/Madrid', at) },
        ]);
        expect((answered?.due_day ?? 0) - today).toBe(intervals[grade]);
      }
    }
  });

  it('is never due on the day of its review, and spreads long intervals', () => {
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

  it('handles a learner who travels west and answers on the previous day', () => {
    const key = { video_id: 1, text_hash: 1, start_ms: 0, skill: 'say' } as const;
    const at = 20_000 * DAY_MS;
    const east = { id: '1', at, grade: 'good', utc_offset: 840 } as const;
    const west = { id: '2', at: at + 1, grade: 'good', utc_offset: -720 } as const;
    expect(replay(key, [west, east])?.last_day).toBe(20_000);
  });
});

describe('local days', () => {
  it.each([...ZONES, 'Africa/Cairo', 'America/Havana'])(
    'start at the first moment of their date: %s',
    (zone) => {
      const days = getLocalDays(zone);
      const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
      for (let day = 20_000; day < 20_800; day += 1) {
        const start = days.startOfDay(day);
        expect([format.format(start - 1), format.format(start)]).toEqual([isoDay(day - 1), isoDay(day)]);
        expect([days.getDay(start - 1), days.getDay(start)]).toEqual([day - 1, day]);
      }
    },
  );

  it('are UTC’s for an unknown zone', () => {
    for (const zone of [undefined, 'Mars/Olympus', ''])
      expect(getLocalDays(zone).startOfDay(3)).toBe(3 * DAY_MS);
  });
});
