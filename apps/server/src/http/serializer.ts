import type { Schema } from '@sayback/contract';
import fastJson from 'fast-json-stringify';
import { z } from 'zod';

type Stringify = (value: unknown) => string;

function jsonSchemaOf(schema: Schema) {
  return z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
}

/**
 * Compiles a response's schema once into the fastest way to write it. Members that the schema doesn't name are left
 * out. A union is written by its array member or its object member, as the value is.
 */
export function compileSerializer(schema: Schema): Stringify {
  const members = schema instanceof z.core.$ZodUnion ? (schema._zod.def.options as Schema[]) : [schema];
  const isArray = (member: Schema) => member instanceof z.core.$ZodArray;
  const compile = (member: Schema | undefined): Stringify =>
    member ? fastJson(jsonSchemaOf(member) as Parameters<typeof fastJson>[0]) : JSON.stringify;
  const ofArray = compile(members.find(isArray));
  const ofObject = compile(members.find((member) => !isArray(member)));
  return (value) => (Array.isArray(value) ? ofArray : ofObject)(value);
}
