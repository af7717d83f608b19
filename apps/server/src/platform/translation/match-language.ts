/** Codes that services still use, or use more broadly. */
const ALIASES: Record<string, string[]> = {
  nb: ['no'],
  no: ['nb'],
  'zh-Hant': ['zt'],
};

/** Normalises a service's code: `eng` and `por_BR` become `en` and `pt-BR`; null for other forms. */
function canonical(code: string): string | null {
  try {
    return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** Returns the forms of a code from the exact one to the language alone. */
function getForms(code: string): string[] {
  const exact = canonical(code) ?? code;
  const [language = exact] = exact.split('-');
  const forms = [exact, ...(ALIASES[exact] ?? []), language, ...(ALIASES[language] ?? [])];
  return [...new Set(forms)];
}

/** Finds a service's code for that language: the exact one, or else the language without its region. Null if there is none. */
export function matchLanguage(code: string, offered: readonly string[]): string | null {
  for (const form of getForms(code)) {
    const match = offered.find((other) => other === form || canonical(other) === form);
    if (match !== undefined) return match;
  }
  return null;
}

/** Finds a service's pair for that one; null if there is none. */
export function matchPair<Offered extends { source: string; target: string }>(
  pair: { source: string; target: string },
  offered: readonly Offered[],
): Offered | null {
  for (const source of getForms(pair.source)) {
    const from = offered.filter((other) => other.source === source || canonical(other.source) === source);
    const target = matchLanguage(
      pair.target,
      from.map((other) => other.target),
    );
    const match = from.find((other) => other.target === target);
    if (match) return match;
  }
  return null;
}
