/** Other codes that services use for a language. */
const ALIASES: Record<string, string[]> = {
  nb: ['no'],
  no: ['nb'],
  'zh-Hant': ['zt'],
};

/** Normalises a service's code: `eng` and `por_BR` become `en` and `pt-BR`; null for other forms. */
function canonicalize(code: string): string | null {
  try {
    return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** Lists the codes for a language, from the exact one to the language without a region. */
function listForms(code: string): string[] {
  const exact = canonicalize(code) ?? code;
  const [language = exact] = exact.split('-');
  const forms = [exact, ...(ALIASES[exact] ?? []), language, ...(ALIASES[language] ?? [])];
  return [...new Set(forms)];
}

/** Finds a service's code for a language: the exact one, or else that of the language without a region. Null if there is none. */
export function matchLanguage(code: string, offered: readonly string[]): string | null {
  for (const form of listForms(code)) {
    const match = offered.find((offer) => offer === form || canonicalize(offer) === form);
    if (match !== undefined) return match;
  }
  return null;
}

/** Finds a service's language pair; null if there is none. */
export function matchPair<Offered extends { source: string; target: string }>(
  pair: { source: string; target: string },
  offered: readonly Offered[],
): Offered | null {
  for (const source of listForms(pair.source)) {
    const matches = offered.filter(
      (offer) => offer.source === source || canonicalize(offer.source) === source,
    );
    const target = matchLanguage(
      pair.target,
      matches.map((offer) => offer.target),
    );
    const match = matches.find((offer) => offer.target === target);
    if (match) return match;
  }
  return null;
}
