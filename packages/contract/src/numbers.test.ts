import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Schema } from './index.ts';
import { endpoints } from './testing/endpoints.ts';

type Def = z.core.$ZodTypeDef & Record<string, unknown>;

/** Returns the schemas of numbers within a schema, by their path. */
function numbersOf(schema: z.core.$ZodType, path: string): [string, z.core.$ZodType][] {
  const def = schema._zod.def as Def;
  const within = (inner: unknown, name = '') => numbersOf(inner as z.core.$ZodType, path + name);
  switch (def.type) {
    case 'number':
      return [[path, schema]];
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, inner]) => within(inner, `.${name}`));
    case 'array':
      return within(def.element, '[]');
    case 'record':
      return within(def.valueType, '{}');
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

const numbers = endpoints.flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? numbersOf(schema as Schema, `${name} ${part}`) : [],
  ),
);

/** Seconds, which the server reads as whole milliseconds. */
const isPosition = (path: string) => /\.(start|end)_time$/.test(path);

/** The smallest and the largest number that `real` holds, and those beyond. */
const TINY = [5e-324, 1e-60, 1e-46, 1.1e-38, 9e-7];
const HUGE = [3.5e38, 1e60, Number.MAX_VALUE, Number.POSITIVE_INFINITY, 2 ** 53];

describe('a number that an endpoint takes', () => {
  it('is tried in every field of the contract', () => {
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers.map(([path]) => path)).toContain('saveAttempts body.attempts[].length_ratio');
  });

  it.each(numbers.filter(([path]) => !isPosition(path)))(
    'is one that the database holds: %s',
    (_, schema) => {
      for (const number of [...TINY, ...HUGE].flatMap((one) => [one, -one])) {
        const { success, data } = z.safeParse(schema as Schema, number);
        if (success) expect(data === 0 || Math.abs(data as number) >= 1e-6).toBe(true);
        if (success) expect(Math.abs(data as number)).toBeLessThan(2 ** 53);
      }
    },
  );
});
