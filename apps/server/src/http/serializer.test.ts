import { type Schema, subtitles } from '@sayback/contract';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { randomFrom } from '../testing/hostile/random.ts';
import { ENDPOINTS } from '../testing/hostile/run-hostile.ts';
import { SLICE } from './in-slices.ts';
import { stringify, toJsonSchema, unionMembers, writeJson } from './serializer.ts';

const random = randomFrom(7);
const text = () =>
  random.pick(['', 'Hola', 'a "quoted" \\ text', '],[', '{"cuts":[]}', '\u2028 \u{1F3AC}', 'x'.repeat(300)]);

const cut = (id: number): subtitles.Cut => ({
  segment_id: id,
  version: random.below(9),
  start_ms: random.below(1e6),
  end_ms: random.below(1e6),
  text_original: text(),
  text_target: text(),
  proposed: random.chance(0.5)
    ? null
    : { start_ms: 1, end_ms: 2, source: 'both', is_sure: random.chance(0.5), is_likely: random.chance(0.5) },
  reports: random.chance(0.5) ? [] : [{ kind: 'wrong_text', count: 3 }],
  learners: 0,
  weight: random.below(100) / 8,
});

const LENGTHS = [0, 1, SLICE, SLICE + 1, 2 * SLICE, 4321];

it.each(LENGTHS)(
  'writes an object with a list of %d items the same with and without slices',
  async (length) => {
    const cuts = Array.from({ length }, (_, n) => cut(n + 1));
    const queue = {
      fitted_at: random.pick([null, '2026-11-24T10:00:00.000Z']),
      can_fit: true,
      cuts,
      unknown: 1,
    };
    expect(await writeJson(subtitles.listCuts.response, queue)).toBe(
      stringify(subtitles.listCuts.response, queue),
    );
  },
);

it.each(LENGTHS)('writes a list of %d items as the matching union member', async (length) => {
  const rows = Array.from({ length }, (_, n) => ({
    id: n + 1,
    start_time: '00:00:01.000',
    end_time: '00:00:02.000',
    text_original: text(),
    text_target: text(),
    mismatch: false,
    label: text(),
    confidence: 0.5,
    edited: false,
    origin: 'file',
    approved: false,
    version: 1,
    ...(random.chance(0.2) && { report: { kinds: ['wrong_text'], nudge: null } }),
  }));
  expect(await writeJson(subtitles.listSegments.response, rows)).toBe(
    stringify(subtitles.listSegments.response, rows),
  );
});

it('writes a long list in slices, and yields to other work in between', async () => {
  const cuts = Array.from({ length: 10 * SLICE }, (_, n) => cut(n + 1));
  let turns = 0;
  let isWritten = false;
  const count = () => {
    turns += 1;
    if (!isWritten) setImmediate(count);
  };
  setImmediate(count);
  await writeJson(subtitles.listCuts.response, { fitted_at: null, can_fit: true, cuts });
  isWritten = true;
  expect(turns).toBeGreaterThanOrEqual(9);
});

it('writes nullable values and unions of strings as JSON.stringify does', () => {
  const shape = { count: z.nullable(z.int()), name: z.nullable(z.union([z.literal('a'), z.string()])) };
  const schema = z.object({ last: z.nullable(z.object(shape)), all: z.nullable(z.array(z.string())) });
  for (const value of [
    { last: null, all: null },
    { last: { count: null, name: null }, all: ['"'] },
    { last: { count: 0, name: 'b' }, all: [] },
  ])
    expect(stringify(schema, value)).toBe(JSON.stringify(value));
});

it.each(ENDPOINTS.filter(({ response }) => response))(
  'the response schema of $id has no unions',
  ({ response }) => {
    for (const member of unionMembers(response as Schema))
      expect(JSON.stringify(toJsonSchema(member))).not.toMatch(/"(anyOf|oneOf|allOf|if)":/);
  },
);
