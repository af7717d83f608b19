const getPrimaryTag = (language: string) => language.toLowerCase().split('-')[0];

/** Returns true if the languages are the same, or variants of one: `pt-BR` and `pt`. */
export const isSameLanguage = (a: string, b: string) => getPrimaryTag(a) === getPrimaryTag(b);
