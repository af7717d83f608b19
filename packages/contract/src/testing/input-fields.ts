import type * as z from 'zod/mini';
import type { Schema } from '../index.ts';
import { endpoints } from './endpoints.ts';

type Field = [path: string, schema: Schema];
type Def = z.core.$ZodTypeDef & Record<string, unknown>;

/** Lists the schemas of a type within a schema, with their paths. */
function listFields(type: 'string' | 'number', schema: z.core.$ZodType, path: string): Field[] {
  const def = schema._zod.def as Def;
  const listInner = (inner: unknown, name = '') => listFields(type, inner as z.core.$ZodType, path + name);
  switch (def.type) {
    case type:
      return [[path, schema as Schema]];
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, inner]) => listInner(inner, `.${name}`));
    case 'array':
      return listInner(def.element, '[]');
    case 'record':
      return [...listInner(def.keyType, '{}'), ...listInner(def.valueType, '{}')];
    case 'union':
      return (def.options as unknown[]).flatMap((inner) => listInner(inner));
    case 'pipe':
      return listInner(def.in);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return listInner(def.innerType);
    default:
      return [];
  }
}

/** Lists the fields of a type across all inputs of the contract. */
export const inputFields = (type: 'string' | 'number'): Field[] =>
  endpoints.flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? listFields(type, schema, `${name} ${part}`) : [],
    ),
  );
