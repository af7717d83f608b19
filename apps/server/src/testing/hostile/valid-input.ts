import { makeAttemptId, type Schema } from '@sayback/contract';
import { z } from 'zod';
import { filterEdges, ODD_TEXTS } from './edge-values.ts';
import { makeSample } from './known-fields.ts';
import type { Random } from './random.ts';

export type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  pattern?: string;
};

const cache = new WeakMap<Schema, JsonSchema>();

/** Converts a schema's input to JSON Schema. */
export function inputSchema(schema: Schema): JsonSchema {
  const cached = cache.get(schema);
  if (cached) return cached;
  const created = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  cache.set(schema, created);
  return created;
}

/** Name of the field, and a function that returns ids for fields. */
export type FieldContext = { name: string; idsByName: (name: string) => readonly number[] };

/** Maximum length of lists, to limit the size of most requests. `mutate-body` tries the limits. */
const MAX_ITEMS = 5;

function makeText(schema: JsonSchema, random: Random, context: FieldContext): string {
  const { minLength = 0, maxLength = 200 } = schema;
  const ids = context.idsByName(context.name);
  if (ids.length > 0 && random.chance(0.8)) return String(random.pick(ids));
  if (schema.pattern?.includes('-7[')) return attemptId(random);
  const sample = makeSample(context.name, random);
  if (sample !== null && random.chance(0.75)) return sample;
  const lengths = [minLength, minLength + 1, maxLength];
  const text = random.chance(0.5) ? random.pick(ODD_TEXTS) : 'é'.repeat(random.pick(lengths));
  return text.slice(0, maxLength).padEnd(minLength, 'x').toWellFormed();
}

/** Creates an attempt's id with a time in the last minutes, or at the limits. */
function attemptId(random: Random): string {
  const time = random.chance(0.8) ? Date.now() - random.below(600_000) : random.pick([0, 1, 2 ** 48 - 1]);
  return makeAttemptId(
    time,
    Uint8Array.from({ length: 10 }, () => random.below(256)),
  );
}

function makeNumber(schema: JsonSchema, random: Random, context: FieldContext): number {
  const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
  const max = schema.maximum ?? min + 2 ** 31;
  const ids = context.idsByName(context.name);
  if (ids.length > 0 && random.chance(0.8)) return random.pick(ids);
  const edges = filterEdges(
    schema.minimum ?? schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
    schema.maximum ?? schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY,
    schema.type === 'integer',
  );
  if (edges.length > 0 && random.chance(0.3)) return random.pick(edges);
  const typical = Math.min(max, Math.max(min, 1));
  return random.pick([typical, typical, typical, min, max, Math.min(max, min + 1)]);
}

function makeObject(schema: JsonSchema, random: Random, context: FieldContext): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const isMinimal = random.chance(0.15);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    if (isRequired || (!isMinimal && random.chance(0.6))) {
      value[name] = makeValidInput(member, random, { ...context, name });
    }
  }
  if (typeof schema.additionalProperties === 'object' && random.chance(0.5)) {
    value[random.pick(['en', 'es', 'constructor'])] = makeValidInput(
      schema.additionalProperties,
      random,
      context,
    );
  }
  return value;
}

/** Creates a valid value by the JSON Schema, often at its limits. */
export function makeValidInput(schema: JsonSchema, random: Random, context: FieldContext): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return makeValidInput(random.pick(branches), random, context);
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'string':
      return makeText(schema, random, context);
    case 'integer':
    case 'number':
      return makeNumber(schema, random, context);
    case 'boolean':
      return random.chance(0.5);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = MAX_ITEMS } = schema;
      const length = Math.min(maxItems, minItems + random.below(MAX_ITEMS));
      return Array.from({ length }, () => makeValidInput(items, random, context));
    }
    case 'object':
      return makeObject(schema, random, context);
    default:
      return null;
  }
}
