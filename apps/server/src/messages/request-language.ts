import { INTERFACE_LANGUAGES, type InterfaceLanguage, TIME_ZONE_HEADER } from '@sayback/contract';
import type { Reader } from './translate-message.ts';

type WithHeaders = { headers: { 'accept-language'?: string | undefined; [name: string]: unknown } };

/** Returns the interface language of a code (`es`, `es-MX`); null if there is none. */
export function toInterfaceLanguage(code: string | null): InterfaceLanguage | null {
  const language = /^\s*([a-z]+)\b/i.exec(code ?? '')?.[1]?.toLowerCase();
  return INTERFACE_LANGUAGES.find((offered) => offered === language) ?? null;
}

/** Returns the first interface language in `Accept-Language`, or else English. The web app sends the one it shows. */
export function requestLanguage({ headers }: WithHeaders): InterfaceLanguage {
  const accepted = (headers['accept-language'] ?? '').split(',').map(toInterfaceLanguage);
  return accepted.find((language) => language !== null) ?? 'en';
}

export function toReader(request: WithHeaders): Reader {
  const zone = request.headers[TIME_ZONE_HEADER];
  return { language: requestLanguage(request), ...(typeof zone === 'string' && { timeZone: zone }) };
}

/** Maximum number of languages read from a request. */
const MAX_LANGUAGES = 10;

/** Returns the codes in `Accept-Language`, in order. */
export const acceptedLanguages = ({ headers }: WithHeaders): string[] =>
  (headers['accept-language'] ?? '')
    .split(',', MAX_LANGUAGES)
    .flatMap((part) => /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8})*)/i.exec(part)?.[1] ?? []);
