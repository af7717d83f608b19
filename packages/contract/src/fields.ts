import * as z from 'zod/mini';
import { inputError } from './input-message.ts';

/** Maximum length of an input text, in characters (code points). */
export const TEXT_LIMIT = 10_000;

/**
 * Limits a text's length in characters (code points). Put it before every pattern: it skips later checks of a text that is too
 * long, since patterns are slow on megabytes or overflow the stack.
 */
export const atMost = (limit: number) => z.maxLength(limit, { abort: true });

/** Rejects NUL and unpaired surrogates, which PostgreSQL can't store. */
const storable = z.refine<string>(
  (text) => !text.includes('\0') && text.isWellFormed(),
  inputError('input.storable'),
);

/** An untrimmed text. */
export const text = (limit = TEXT_LIMIT) => z.string().check(atMost(limit), storable);

/** A non-empty title, name or label. Trims it. */
export const name = (limit = TEXT_LIMIT) =>
  z.string().check(z.trim(), atMost(limit), z.minLength(1, inputError('input.blank')), storable);

/** An id in a request or response body. */
export const id = z.int().check(z.positive());

/** Zero-based position in a list. The next position also fits PostgreSQL's `integer`. */
export const listIndex = z.int().check(z.nonnegative(), z.lte(2 ** 31 - 2));

/** Rounds a ratio to millionths: PostgreSQL's `real` rejects much smaller numbers. */
export const roundToMillionths = z.overwrite<number>((ratio) => Math.round(ratio * 1e6) / 1e6);

/** An id in a path or a query. */
export const idParam = z.pipe(
  z.string().check(atMost(100), z.regex(/^[1-9]\d{0,14}$/, inputError('input.id'))),
  z.transform(Number),
);

/** `true` or `false` in a query. */
export const flagParam = z.pipe(
  z.enum(['true', 'false', '1', '0']),
  z.transform((value) => value === 'true' || value === '1'),
);

/** Page number in a query, from 1. */
export const pageParam = z.pipe(
  z.string().check(atMost(100), z.regex(/^[1-9]\d{0,8}$/, inputError('input.page'))),
  z.transform(Number),
);

/** A timestamp: ISO 8601 in UTC. */
export const timestamp = z.string();

/** A language code: `en`, `pt-BR`, `zh-Hans`. The server checks that it exists. */
export const languageCode = z.string().check(z.trim(), atMost(35), z.minLength(1), storable);

/** A position in a video: `HH:MM:SS.mmm`. */
export const position = z.string();

/** A page of a list. `next` and `previous` are URLs, null if there is no such page. */
export const paged = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  });

export const byId = z.object({ id: idParam });
