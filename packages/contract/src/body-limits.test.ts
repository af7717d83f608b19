import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getBodyLimit, type Schema, SEGMENTS_BODY_LIMIT } from './index.ts';
import { endpoints } from './testing/endpoints.ts';

/** A character outside the basic plane, written as `\ud83d\ude00`. */
const ESCAPED_BYTES = 12;
const NUMBER_BYTES = 24;

/** Base64url needs no escaping in JSON. */
const BASE64URL = '^[\\w-]*$';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * Returns the bytes of the longest JSON that a schema allows, every character escaped; Infinity where nothing bounds it.
 * Members that a schema doesn't name aren't counted.
 */
function getLongest(schema: JsonSchema | boolean): number {
  if (typeof schema === 'boolean') return Number.POSITIVE_INFINITY;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return Math.max(...branches.map(getLongest));
  const fixed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (fixed) return Math.max(...fixed.map((value) => JSON.stringify(value).length * ESCAPED_BYTES));
  switch (schema.type) {
    case 'object': {
      const named = Object.entries(schema.properties ?? {}).map(
        ([name, of]) => name.length + 4 + getLongest(of),
      );
      return 2 + named.reduce((sum, bytes) => sum + bytes, 0);
    }
    case 'array':
      return 2 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * (getLongest(schema.items as JsonSchema) + 1);
    case 'string': {
      const bytes = schema.pattern === BASE64URL ? 1 : ESCAPED_BYTES;
      return 2 + (schema.maxLength ?? Number.POSITIVE_INFINITY) * bytes;
    }
    default:
      return NUMBER_BYTES;
  }
}

const longestBody = (body: Schema) =>
  getLongest(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));

/**
 * Endpoints with lists that no field limit bounds: 1 MiB is plenty for keywords by language, and for positions of refused
 * changes.
 */
const FREE_LISTS = [
  'POST /api/youtube-candidates/search/',
  'POST /api/youtube-candidates/saved-searches/',
  'POST /api/youtube-candidates/{id}/clean-subtitle/',
  'POST /api/youtube-candidates/{id}/preview-cleaning/',
];

describe('a JSON body’s limit', () => {
  const withBody = endpoints.filter(([, { body, files }]) => body && !files);

  it.each(withBody)('of %s allows its longest valid fields', (_, declared) => {
    if (getBodyLimit(declared) === SEGMENTS_BODY_LIMIT) return expect(declared.access).toBe('admin');
    if (FREE_LISTS.includes(`${declared.method} ${declared.path}`))
      return expect(declared.access).toBe('admin');
    expect(longestBody(declared.body as Schema)).toBeLessThanOrEqual(getBodyLimit(declared));
  });
});
