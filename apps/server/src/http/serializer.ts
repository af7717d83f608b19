import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schema } from '@sayback/contract';
import fastJson from 'fast-json-stringify';
import { z } from 'zod';
import { SLICE } from './in-slices.ts';

type Stringify = (value: unknown) => string;

/**
 * Returns the JSON schema for writing a response, with `nullable` instead of a union with null, and a string instead of a union of
 * strings: for an `anyOf`, fast-json-stringify validates each value with Ajv, which costs more than writing it.
 */
export function toJsonSchema(schema: Schema) {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const members = jsonSchema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
      const [first] = members;
      if (!first || typeof first.type !== 'string' || members.some(({ type }) => type !== first.type)) return;
      if (members.length > 1 && first.type !== 'string') return;
      const isNullable = members.length < (jsonSchema.anyOf?.length ?? 0);
      delete jsonSchema.anyOf;
      Object.assign(
        jsonSchema,
        members.length > 1 ? { type: 'string' } : first,
        isNullable && { nullable: true },
      );
    },
  });
}

const compiled = new WeakMap<Schema, Stringify>();

/**
 * Serialises a response to JSON, with a function compiled from its schema. Compiles it on first use: compiling all of them would
 * slow down the server's start. Omits fields missing from the schema.
 */
export function stringify(schema: Schema, value: unknown): string {
  const write = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, write);
  return write(value);
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > SLICE;

/** Serialises a response. Long lists are serialised in slices, yielding to other requests in between. */
export function writeJson(schema: Schema, value: unknown): string | Promise<string> {
  if (isLong(value)) return writeList(schema, value);
  const hasLong = typeof value === 'object' && value !== null && Object.values(value).some(isLong);
  const shape = hasLong
    ? unionMembers(schema).find((member) => member instanceof z.core.$ZodObject)
    : undefined;
  return shape
    ? writeObject(shape._zod.def.shape as Record<string, Schema>, value as object)
    : stringify(schema, value);
}

async function writeList(schema: Schema, items: readonly unknown[]): Promise<string> {
  const chunks: string[] = [];
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await nextTurn();
    chunks.push(stringify(schema, items.slice(from, from + SLICE)).slice(1, -1));
  }
  return `[${chunks.join(',')}]`;
}

async function writeObject(shape: Record<string, Schema>, value: object): Promise<string> {
  const values = new Map<string, unknown>(Object.entries(value));
  const members: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    if (values.get(name) === undefined) continue;
    members.push(`${JSON.stringify(name)}:${await writeJson(schema, values.get(name))}`);
  }
  return `{${members.join(',')}}`;
}

/** Returns a union's members, or the schema itself. */
export const unionMembers = (schema: Schema) =>
  schema instanceof z.core.$ZodUnion ? (schema._zod.def.options as Schema[]) : [schema];

/** Compiles a function that writes a union's array or object member, depending on the value. */
function compile(schema: Schema): Stringify {
  const [array, object] = [true, false].map((isArray) => {
    const member = unionMembers(schema).find((option) => option instanceof z.core.$ZodArray === isArray);
    return member ? fastJson(toJsonSchema(member) as Parameters<typeof fastJson>[0]) : JSON.stringify;
  }) as [Stringify, Stringify];
  return (value) => (Array.isArray(value) ? array : object)(value);
}
