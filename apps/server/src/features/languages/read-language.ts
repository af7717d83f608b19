import { badField } from '../../errors/app-error.ts';
import { message } from '../../messages/message.ts';
import { knownCountry, knownLanguage } from './language-list.ts';

/** The language that a field names. Throws a 400 on the field when it is not a known one. */
export function readLanguage(field: string, code: string): string {
  const known = knownLanguage(code);
  if (!known) throw badField(field, message('input.language', { code }));
  return known;
}

/** The country that a field names, null for none. Throws a 400 on the field when it is not a known one. */
export function readCountry(field: string, code: string | null | undefined): string | null {
  if (!code) return null;
  const known = knownCountry(code);
  if (!known) throw badField(field, message('input.country', { code }));
  return known;
}
