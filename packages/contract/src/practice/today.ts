import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { lineIdentity } from '../line-identity.ts';
import { video } from '../videos/video.ts';
import { localDay, SKILLS } from './reviews.ts';

/** Days of the learner's zone, which `x-time-zone` names; of UTC without it. */
const practisedDay = z.object({
  day: localDay,
  /** Minutes of the day in which something was said, waited through or answered. */
  minutes: z.int(),
  spoken_ms: z.int(),
  /** Turns in which a voice was heard. */
  said: z.int(),
  /** Reviews of written lines. */
  written: z.int(),
  /** Reviews of lines that were said, graded hard or good. */
  recalled: z.int(),
});
export type PractisedDay = z.infer<typeof practisedDay>;

export const getToday = endpoint({
  id: 'practice.getToday',
  method: 'GET',
  path: '/api/practice/today/',
  access: 'learner',
  summary: 'How many lines are waiting, how long they take, the weekly goal and the last seven days.',
  response: z.object({
    /** Due cards and the new lines that today has room for. */
    waiting: z.int(),
    /** Number of new lines among them. */
    fresh: z.int(),
    /** About how long all of them take. */
    minutes: z.int(),
    /** Reviews of today. */
    done: z.int(),
    /** Minutes a week; null until the learner chooses (`review` of the preferences). */
    goal_minutes: z.nullable(z.int()),
    /** Seven, the last one today. */
    days: z.array(practisedDay),
  }),
});
export type Today = z.infer<typeof getToday.response>;

/** Due, also for a card that was wrong the last time; not a card yet: a hint came back, starred, or marked as hard. */
export const REASONS = ['due', 'wrong', 'hint', 'starred', 'hard'] as const;

/** A segment with its times in milliseconds. */
const playedLine = z.object({
  segment_id: id,
  start_ms: z.int(),
  end_ms: z.int(),
  text_original: z.string(),
  text_target: z.string(),
});

const queuedLine = z.extend(playedLine, {
  video_id: id,
  alignment_id: id,
  text_hash: lineIdentity.shape.text_hash,
  skill: z.enum(SKILLS),
  reason: z.enum(REASONS),
  /** Days until it is due again, by the grade that it gets today. */
  intervals: z.object({ again: z.int(), hard: z.int(), good: z.int() }),
  /** Played on request; null for the first line. */
  before: z.nullable(playedLine),
});
export type QueuedLine = z.infer<typeof queuedLine>;

/** Lines in a response. */
export const QUEUE_SIZE = 50;

export const getQueue = endpoint({
  id: 'practice.getQueue',
  method: 'GET',
  path: '/api/practice/queue/',
  access: 'learner',
  summary: `The lines that are waiting, at most ${QUEUE_SIZE}, those of a video together. Ask again when they are done.`,
  response: z.object({
    lines: z.array(queuedLine),
    /** The videos of `lines`, each once. */
    videos: z.array(video),
    /** Cards whose line is no longer in its video: they are told once, and wait until it is there again. */
    gone: z.array(z.object({ video_id: id, title: z.string(), text: z.string() })),
  }),
});
export type Queue = z.infer<typeof getQueue.response>;

const figure = z.object({
  /** Null where fewer than `LEAST_CASES` are behind it. */
  value: z.nullable(z.number()),
  cases: z.int(),
});

/** The last four weeks, and the four before them. */
const compared = z.object({ now: figure, before: figure });

/** A figure of fewer cases is chance. */
export const LEAST_CASES = 20;

export const getFigures = endpoint({
  id: 'practice.getFigures',
  method: 'GET',
  path: '/api/practice/figures/',
  access: 'learner',
  summary: 'What the learner did by day, and whether they get better.',
  response: z.object({
    /** The last 28, the last one today. */
    days: z.array(practisedDay),
    /** The share of cards that were right at the first review a day or more after the first one. */
    kept: compared,
    /** The mean share of words right in lines written at their first hearing. */
    hears: compared,
    /** At the first take of a new line: pauses that the original doesn't have. Fewer is better. */
    extra_pauses: compared,
    /** At the first take of a new line: how far its length is from the original's, in percent. Less is better. */
    length_off: compared,
  }),
});
export type Figures = z.infer<typeof getFigures.response>;
