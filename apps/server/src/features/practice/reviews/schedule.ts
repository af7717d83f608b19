import type { practice } from '@sayback/contract';
import {
  type Card,
  createEmptyCard,
  fsrs,
  GenSeedStrategyWithCardId,
  Rating,
  State,
  StrategyMode,
} from 'ts-fsrs';
import type { z } from 'zod';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Target retention: the value that FSRS is tuned for. */
export const RETENTION = 0.9;

const RATINGS = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good } as const;

/** Key of a card. With the number of reviews it seeds the fuzz, so that all servers compute the same intervals. */
export type CardKey = { video_id: number; text_hash: number; start_ms: number; skill: practice.Skill };

export type LoggedReview = Pick<z.output<typeof practice.review>, 'id' | 'grade' | 'utc_offset'> & {
  /** Milliseconds since 1970. */
  at: number;
};

/** Days are counted from 1970-01-01. */
export type CardState = {
  due_day: number;
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
  first_day: number;
  last_day: number;
  last_at: number;
  last_grade: practice.Grade;
};

// No learning steps within a day, since two devices may be out of sync for that long.
const scheduler = fsrs({ request_retention: RETENTION, enable_fuzz: true, enable_short_term: false });
scheduler.useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('key'));

export const computeDay = (at: number, utcOffset: number): number =>
  Math.floor((at + utcOffset * MINUTE_MS) / DAY_MS);

const dayToDate = (day: number) => new Date(day * DAY_MS);
const createSeed = ({ video_id, text_hash, start_ms, skill }: CardKey) =>
  `${video_id} ${text_hash} ${start_ms} ${skill} `;

/** Converts a card for ts-fsrs. Passes local days as UTC days, so that clock changes don't shift them. */
const createFsrsCard = (key: CardKey, state: CardState | null): Card => ({
  ...createEmptyCard(dayToDate(0)),
  ...(state && {
    stability: state.stability,
    difficulty: state.difficulty,
    reps: state.reps,
    lapses: state.lapses,
    state: State.Review,
    last_review: dayToDate(state.last_day),
  }),
  ...{ key: createSeed(key) },
});

function applyReview(
  key: CardKey,
  state: CardState | null,
  { at, utc_offset }: LoggedReview,
  grade: practice.Grade,
) {
  // A learner who travels west can answer on the previous day.
  const day = Math.max(computeDay(at, utc_offset), state?.last_day ?? 0);
  const { card } = scheduler.next(createFsrsCard(key, state), dayToDate(day), RATINGS[grade]);
  return {
    due_day: card.due.getTime() / DAY_MS,
    stability: card.stability,
    difficulty: card.difficulty,
    reps: card.reps,
    lapses: card.lapses,
    first_day: state?.first_day ?? day,
    last_day: day,
    last_at: at,
    last_grade: grade,
  };
}

/** Computes a card from its reviews in any order. Returns null without reviews, or if it was forgotten last. */
export const replay = (key: CardKey, log: readonly LoggedReview[]): CardState | null =>
  log
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .reduce<CardState | null>(
      (state, review) => (review.grade === 'forget' ? null : applyReview(key, state, review, review.grade)),
      null,
    );

/** Computes the days until a card is due again, for each grade on a day. */
export function computeIntervals(
  key: CardKey,
  state: CardState | null,
  today: number,
): Record<practice.Grade, number> {
  const preview = scheduler.repeat(
    createFsrsCard(key, state),
    dayToDate(Math.max(today, state?.last_day ?? 0)),
  );
  const scheduledDays = (grade: practice.Grade) => preview[RATINGS[grade]].card.scheduled_days;
  return { again: scheduledDays('again'), hard: scheduledDays('hard'), good: scheduledDays('good') };
}

/** Formats a day's number as `2026-11-24`. */
export const formatDay = (day: number): string => dayToDate(day).toISOString().slice(0, 10);
