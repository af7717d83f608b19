import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { lineIdentity } from '../line-identity.ts';
import { video } from '../videos/video.ts';
import { SKILLS } from './reviews.ts';

/**
 * Reasons for offering a line. `due` and `wrong` lines have a card; `wrong` follows a wrong answer. The others have no card yet,
 * but a repeated hint, a star, or a mark as hard.
 */
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
  /** Days until the next review, by today's grade. */
  intervals: z.object({ again: z.int(), hard: z.int(), good: z.int() }),
  /** Previous line, played on request; null for the first line. */
  before: z.nullable(playedLine),
});
export type QueuedLine = z.infer<typeof queuedLine>;

/** Maximum number of lines in a response. */
export const QUEUE_SIZE = 50;

export const getQueue = endpoint({
  id: 'practice.getQueue',
  method: 'GET',
  path: '/api/practice/queue/',
  access: 'learner',
  summary: `Lists up to ${QUEUE_SIZE} due lines, grouped by video. Call it again once they are done.`,
  response: z.object({
    lines: z.array(queuedLine),
    /** The videos of `lines`, each once. */
    videos: z.array(video),
    /** Cards whose line is no longer in its video. Each is reported once, and suspended until the line returns. */
    gone: z.array(z.object({ video_id: id, title: z.string(), text: z.string() })),
  }),
});
export type Queue = z.infer<typeof getQueue.response>;
