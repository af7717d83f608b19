import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Schema } from './index.ts';
import { endpoints } from './testing/endpoints.ts';

const EIGHT_MB = 8_000_000;

/** Long inputs on which a pattern would backtrack, or overflow the stack. */
const LONG = ['1,'.repeat(EIGHT_MB / 2), `a@${'a.'.repeat(EIGHT_MB / 2)}`];

type Def = z.core.$ZodTypeDef & Record<string, unknown>;

/** Returns the schemas of texts within a schema, by their path. */
function textsOf(schema: z.core.$ZodType, path: string): [string, z.core.$ZodType][] {
  const def = schema._zod.def as Def;
  const within = (inner: unknown, name = '') => textsOf(inner as z.core.$ZodType, path + name);
  switch (def.type) {
    case 'string':
      return [[path, schema]];
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, inner]) => within(inner, `.${name}`));
    case 'array':
      return within(def.element, '[]');
    case 'record':
      return [...within(def.keyType, '{}'), ...within(def.valueType, '{}')];
    case 'union':
      return (def.options as unknown[]).flatMap((inner) => within(inner));
    case 'pipe':
      return within(def.in);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return within(def.innerType);
    default:
      return [];
  }
}

const texts = endpoints.flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? textsOf(schema as Schema, `${name} ${part}`) : [],
  ),
);

/** A whole file, bounded by the limit of its body alone. */
const FILES = ['saveSyncedSubtitles body.content'];

describe('a text of 8 MB', () => {
  it('is tried in every field of the contract', () => {
    expect(texts.length).toBeGreaterThan(100);
    for (const file of FILES) expect(texts.map(([path]) => path)).toContain(file);
  });

  it.each(texts.filter(([path]) => !FILES.includes(path)))(
    'is refused for its length before any pattern is tried: %s',
    (_, schema) => {
      for (const text of LONG) {
        const { error } = z.safeParse(schema as Schema, text);
        expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
      }
    },
  );
});
