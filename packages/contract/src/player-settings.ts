import * as z from 'zod/mini';
import { id, languageCode, text } from './fields.ts';

/** Maximum number of videos in `ways`. */
export const MAX_WAYS = 200;

const videoWay = z.object({ video_id: id, way: text(20) });

const visibility = z.enum(['show', 'blur', 'hide']);

const speed = z.number().check(z.gte(0.5), z.lte(2));

/** A learner's settings for the practice player. Durations are in milliseconds. */
export const playerSettings = z.object({
  /** 0.5 to 2, in steps of 0.05. */
  speed,
  /** Number of times a segment is played before the turn: 1 to 10, or 0 for endless. */
  repeats: z.int().check(z.gte(0), z.lte(10)),
  /** Speeds of the first repeats; the others are played at `speed`. */
  speed_ladder: z.array(speed).check(z.maxLength(9)),
  /** Plays the segments without turns, repeats or pauses. */
  listen_through: z.boolean(),
  /** Pause before the next segment is played: 0 to 5000. */
  line_pause: z.int().check(z.gte(0), z.lte(5000)),
  /** Audio delay, such as over Bluetooth: 0 to 1000. */
  sound_delay: z.int().check(z.gte(0), z.lte(1000)),
  /** Joins segments until the sentence ends. */
  join_sentences: z.boolean(),
  /** Divides long segments at their line breaks or punctuation. */
  divide_long: z.boolean(),
  /** `wait`: the learner continues manually; `auto`: the player continues after the turn's length. */
  turn: z.enum(['wait', 'auto']),
  /** Length of an automatic turn, as a multiple of the segment's: 0.5 to 3. */
  turn_length: z.number().check(z.gte(0.5), z.lte(3)),
  original: visibility,
  /** True if the original is blurred or hidden only until the turn ends. */
  original_until_turn: z.boolean(),
  translation: visibility,
  translation_until_turn: z.boolean(),
  /** Most recently chosen language of translations; null for the native language. */
  translation_language: z.nullable(languageCode),
  /** Time added before the segment's start and after its end, −500 to 1000. Negative values shorten it. */
  padding_before: z.int().check(z.gte(-500), z.lte(1000)),
  padding_after: z.int().check(z.gte(-500), z.lte(1000)),
  /** True if padding can overlap neighbouring segments. */
  padding_overlaps: z.boolean(),
  keys: z.boolean(),
  /** Position of the texts relative to the picture. */
  panels: z.enum(['below', 'over']),
  /** Practice modes chosen by the learner, by video, latest last. Unknown modes of other releases are ignored. */
  ways: z.array(videoWay).check(z.maxLength(MAX_WAYS)),
});
export type PlayerSettings = z.infer<typeof playerSettings>;

export const DEFAULT_PLAYER_SETTINGS: PlayerSettings = {
  speed: 1,
  repeats: 1,
  speed_ladder: [],
  listen_through: false,
  line_pause: 2000,
  sound_delay: 0,
  join_sentences: false,
  divide_long: false,
  turn: 'wait',
  turn_length: 1.5,
  original: 'show',
  original_until_turn: false,
  translation: 'show',
  translation_until_turn: false,
  translation_language: null,
  padding_before: 0,
  padding_after: 0,
  padding_overlaps: false,
  keys: true,
  panels: 'below',
  ways: [],
};
