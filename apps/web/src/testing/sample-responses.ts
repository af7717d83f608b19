import * as contract from '@sayback/contract';
import { z } from 'zod';
import type { Received, Reply } from '../api/testing/loopback.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonSchema = {
  const?: Json;
  enum?: Json[];
  anyOf?: JsonSchema[];
  type?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minimum?: number;
};

/** Marks data: a word in none of the interface languages. */
const WORD = 'данные';

const YOUTUBE_ID = 'aB3-_xYz019';
const LANGUAGE = 'fr';
/** Samples in Latin script. */
export const SAMPLE_CODES = [YOUTUBE_ID, LANGUAGE];

/** Texts with a format, by a pattern of their field's name. */
const FORMATTED_TEXTS: [RegExp, string][] = [
  [/(_at|^at)$/, '2026-01-02T03:04:05Z'],
  [/_time$/, '00:00:01.000'],
  [/languages?$|^code$|_key$/, LANGUAGE],
  [/url$|^next$|^previous$/, '/0'],
  [/youtube_id$/, YOUTUBE_ID],
  [/^content$/, `1\n00:00:01,000 --> 00:00:02,000\n${WORD}\n`],
];

const sampleText = (name: string) => FORMATTED_TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? WORD;

/** Returns a value that matches a schema. Every text in it is WORD, or has a format. */
function makeSample(schema: JsonSchema, name: string, isList: boolean): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0] ?? null;
  if (schema.anyOf) {
    const alternative = schema.anyOf.find(({ type }) => isList === (type === 'array')) ?? schema.anyOf[0];
    return alternative ? makeSample(alternative, name, isList) : null;
  }
  switch (schema.type) {
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([key, itemSchema]) => [
        key,
        makeSample(itemSchema, key, false),
      ]);
      const { additionalProperties: valueSchema } = schema;
      const hasRecord = typeof valueSchema === 'object' && Object.keys(valueSchema).length > 0;
      return Object.fromEntries(
        hasRecord ? [...members, [LANGUAGE, makeSample(valueSchema, '', false)]] : members,
      );
    }
    case 'array':
      if (schema.prefixItems)
        return schema.prefixItems.map((itemSchema, index) =>
          makeSample(itemSchema, index === 0 ? 'code' : '', false),
        );
      return schema.items ? [makeSample(schema.items, name, false)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return sampleText(name);
    default:
      return null;
  }
}

const endpoints = Object.values(contract)
  .filter((group) => typeof group === 'object' && Symbol.toStringTag in group)
  .flatMap((group) => Object.values(group as Record<string, unknown>))
  .filter((value): value is contract.Endpoint => typeof value === 'object' && 'path' in (value ?? {}))
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // Paths without parameters are matched before those with parameters.
  .sort((a, b) => a.endpoint.path.split('{').length - b.endpoint.path.split('{').length);

export function sampleResponse({ method, path }: Received): Reply {
  const [pathname = '', query = ''] = path.split('?');
  const { endpoint } =
    endpoints.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname)) ?? {};
  if (!endpoint) return { status: 404, body: { detail: WORD } };
  if (endpoint.events) return { status: 200, stream: () => undefined };
  if (!endpoint.response) return { status: 204 };
  const schema = z.toJSONSchema(endpoint.response, { io: 'output', unrepresentable: 'any' });
  const isList = /\b(all|ids)=/.test(query);
  return { status: 200, body: makeSample(schema as JsonSchema, '', isList) };
}
