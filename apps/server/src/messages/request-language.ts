import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@sayback/contract';

/** Returns the interface language of a code (`es`, `es-MX`); null if there is none. */
export function interfaceLanguageOf(code: string | null): InterfaceLanguage | null {
  const language = /^\s*([a-z]+)\b/i.exec(code ?? '')?.[1]?.toLowerCase();
  return INTERFACE_LANGUAGES.find((offered) => offered === language) ?? null;
}

/** Returns the first interface language that `Accept-Language` names, else English. The web names the one it shows. */
export function requestLanguage({
  headers,
}: {
  headers: { 'accept-language'?: string | undefined };
}): InterfaceLanguage {
  const accepted = (headers['accept-language'] ?? '').split(',').map(interfaceLanguageOf);
  return accepted.find((language) => language !== null) ?? 'en';
}
