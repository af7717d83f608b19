/** What the server's own sentences and letters are written in. */
export type SpokenLanguage = 'en' | 'es';

/** The language of a code (`es`, `es-MX`), where it is one of those. */
export function asSpoken(code: string | null): SpokenLanguage | null {
  const [, language] = /^\s*(en|es)\b/i.exec(code ?? '') ?? [];
  return (language?.toLowerCase() as SpokenLanguage | undefined) ?? null;
}

/** The first of them that a request asks for (`Accept-Language`), else English. The web asks for the interface's. */
export function languageOf({ headers }: { headers: { 'accept-language'?: string | undefined } }): SpokenLanguage {
  const asked = (headers['accept-language'] ?? '').split(',').map(asSpoken);
  return asked.find((language) => language !== null) ?? 'en';
}
