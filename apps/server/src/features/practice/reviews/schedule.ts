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

/** Identity of a card. With the number of reviews it seeds the fuzz, so that intervals are the same everywhere. */
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

export const toDay = (at: number, utcOffset: number): number =>
  Math.floor((at + utcOffset * MINUTE_MS) / DAY_MS);

const toDate = (day: number) => new Date(day * DAY_MS);
const getSeed = ({ video_id, text_hash, start_ms, skill }: CardKey) =>
  `${video_id} ${text_hash} ${start_ms} ${skill} `;

/** Converts a card for ts-fsrs. Local days are passed as UTC days, so that no clock change shifts one. */
const toCard = (key: CardKey, state: CardState | null): Card => ({
  ...createEmptyCard(toDate(0)),
  ...(state && {
    stability: state.stability,
    difficulty: state.difficulty,
    reps: state.reps,
    lapses: state.lapses,
    state: State.Review,
    last_review: toDate(state.last_day),
  }),
  ...{ key: getSeed(key) },
});

function answer(
  key: CardKey,
  state: CardState | null,
  { at, utc_offset }: LoggedReview,
  grade: practice.Grade,
) {
  // A learner who travels west may answer on the previous day.
  const day = Math.max(toDay(at, utc_offset), state?.last_day ?? 0);
  const { card } = scheduler.next(toCard(key, state), toDate(day), RATINGS[grade]);
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

/** Computes a card from its reviews, in any order. Null if there are none, or it was forgotten last. */
export const replay = (key: CardKey, log: readonly LoggedReview[]): CardState | null =>
  log
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .reduce<CardState | null>(
      (state, review) => (review.grade === 'forget' ? null : answer(key, state, review, review.grade)),
      null,
    );

/** Returns the days until a card is due again, for each grade given on a day. */
export function getIntervals(
  key: CardKey,
  state: CardState | null,
  today: number,
): Record<practice.Grade, number> {
  const preview = scheduler.repeat(toCard(key, state), toDate(Math.max(today, state?.last_day ?? 0)));
  const daysAfter = (grade: practice.Grade) => preview[RATINGS[grade]].card.scheduled_days;
  return { again: daysAfter('again'), hard: daysAfter('hard'), good: daysAfter('good') };
}

/** Formats a day's number as `2026-11-24`. */
export const isoDay = (day: number): string => toDate(day).toISOString().slice(0, 10);
