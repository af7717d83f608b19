import type { Schema } from '@sayback/contract';
import fastJson from 'fast-json-stringify';
import { z } from 'zod';

type Stringify = (value: unknown) => string;

function jsonSchemaOf(schema: Schema) {
  return z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
}

const compiled = new WeakMap<Schema, Stringify>();

/**
 * Writes a response as JSON in the fastest way, which is compiled when a schema is first used: compiling all of them would
 * take much of a server's start. Members that the schema doesn't name are left out.
 */
export function stringify(schema: Schema, value: unknown): string {
  const write = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, write);
  return write(value);
}

/** A union is written by its array member or its object member, as the value is. */
function compile(schema: Schema): Stringify {
  const members = schema instanceof z.core.$ZodUnion ? (schema._zod.def.options as Schema[]) : [schema];
  const isArray = (member: Schema) => member instanceof z.core.$ZodArray;
  const compileMember = (member: Schema | undefined): Stringify =>
    member ? fastJson(jsonSchemaOf(member) as Parameters<typeof fastJson>[0]) : JSON.stringify;
  const ofArray = compileMember(members.find(isArray));
  const ofObject = compileMember(members.find((member) => !isArray(member)));
  return (value) => (Array.isArray(value) ? ofArray : ofObject)(value);
}
