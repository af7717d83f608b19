import { fields } from '@sayback/contract';

/** Parses an id in a URL. Returns 0, which no row has, for anything else. */
export const parseId = (text: string): number => fields.idParam.safeParse(text).data ?? 0;

/** Route options that pass an id in the URL to the screen as a number. */
export const idParams = <Name extends string>(name: Name) => ({
  parse: (raw: Record<Name, string>) => ({ [name]: parseId(raw[name]) }) as Record<Name, number>,
  stringify: (params: Record<Name, number>) => ({ [name]: String(params[name]) }) as Record<Name, string>,
});
