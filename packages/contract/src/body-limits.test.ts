import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getBodyLimit, type Schema, SEGMENTS_BODY_LIMIT } from './index.ts';
import { endpoints } from './testing/endpoints.ts';

/** Size in bytes of an escaped character outside the basic multilingual plane: `\ud83d\ude00`. */
const ESCAPED_BYTES = 12;
const NUMBER_BYTES = 24;

/** Base64url needs no escaping in JSON. */
const BASE64URL = '^[\\w-]*$';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * Returns the length of the longest JSON that a schema allows, with every character escaped; Infinity without a limit. Ignores
 * additional members.
 */
function longestJson(schema: JsonSchema | boolean): number {
  if (typeof schema === 'boolean') return Number.POSITIVE_INFINITY;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return Math.max(...branches.map(longestJson));
  const fixed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (fixed) return Math.max(...fixed.map((value) => JSON.stringify(value).length * ESCAPED_BYTES));
  switch (schema.type) {
    case 'object': {
      const memberBytes = Object.entries(schema.properties ?? {}).map(
        ([name, member]) => name.length + 4 + longestJson(member),
      );
      return 2 + memberBytes.reduce((sum, bytes) => sum + bytes, 0);
    }
    case 'array':
      return (
        2 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * (longestJson(schema.items as JsonSchema) + 1)
      );
    case 'string': {
      const bytes = schema.pattern === BASE64URL ? 1 : ESCAPED_BYTES;
      return 2 + (schema.maxLength ?? Number.POSITIVE_INFINITY) * bytes;
    }
    default:
      return NUMBER_BYTES;
  }
}

const longestBody = (body: Schema) =>
  longestJson(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));

/** Endpoints with lists of unlimited length. 1 MiB is plenty for keywords by language and for positions of rejected changes. */
const UNLIMITED_LISTS = [
  'POST /api/youtube-candidates/search/',
  'POST /api/youtube-candidates/saved-searches/',
  'POST /api/youtube-candidates/{id}/clean-subtitle/',
  'POST /api/youtube-candidates/{id}/preview-cleaning/',
];

describe('the size limit of a JSON body', () => {
  const withBody = endpoints.filter(([, { body, files }]) => body && !files);

  it.each(withBody)('of %s allows its longest valid fields', (_, endpoint) => {
    if (getBodyLimit(endpoint) === SEGMENTS_BODY_LIMIT) return expect(endpoint.access).toBe('admin');
    if (UNLIMITED_LISTS.includes(`${endpoint.method} ${endpoint.path}`))
      return expect(endpoint.access).toBe('admin');
    expect(longestBody(endpoint.body as Schema)).toBeLessThanOrEqual(getBodyLimit(endpoint));
  });
});
