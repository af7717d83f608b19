import { baseLanguage } from '../letters.ts';
import type { Token } from '../tokens.ts';
import type { Numeral } from './numeral.ts';
import { cardinalReadings } from './readings.ts';

/** The word for # before a number. */
const NUMBER_SIGN: Record<string, string> = {
  cs: 'číslo',
  da: 'nummer',
  de: 'Nummer',
  en: 'number',
  es: 'número',
  fi: 'numero',
  fr: 'numéro',
  hr: 'broj',
  id: 'nomor',
  it: 'numero',
  lt: 'numeris',
  lv: 'numurs',
  nb: 'nummer',
  nl: 'nummer',
  no: 'nummer',
  pl: 'numer',
  pt: 'número',
  ro: 'numărul|număr',
  ru: 'номер',
  sr: 'број|broj',
  sv: 'nummer',
  tr: 'numara',
  uk: 'номер',
};

/** Abbreviations of that word, with the capitals and marks without which they would be another word, such as no. */
const ABBREVIATIONS: Record<string, RegExp> = {
  cs: /^[Čč]\.$/,
  en: /^Nos?\.?$/,
  es: /^(?:[Nn]\.?[º°]|No\.|[Nn]úm\.?)$/,
  fi: /^[Nn](?:ro|:o)\.?$/,
  fr: /^[Nn][º°o]\.?$/,
  hr: /^[Bb]r\.$/,
  id: /^(?:No\.?|no\.)$/,
  it: /^[Nn](?:\.|\.?[º°])$/,
  pt: /^(?:[Nn]\.?[º°]|[Nn]úm\.?)$/,
  sr: /^(?:[Bb]r|[Бб]р)\.$/,
  tr: /^[Nn]o[:.]?$/,
};
const NR = /^[Nn]r\.?$/;

/** Finds numbers after an abbreviation: No. 5, Nr. 5, n.º 5. */
export function findNumberedNumerals(
  text: string,
  tokens: readonly Token[],
  at: number,
  lang: string,
): Numeral[] {
  const start = tokens[at]?.start ?? 0;
  return [1, 2].flatMap((step) => {
    const number = tokens[at + step];
    if (number?.kind !== 'number') return [];
    const abbreviation = text.slice(start, number.start).replace(/\s/g, '');
    if (!(ABBREVIATIONS[baseLanguage(lang)] ?? NR).test(abbreviation)) return [];
    return [
      { at, count: step + 1, value: `#${number.exact}`, readings: numberedReadings(number.exact, lang) },
    ];
  });
}

/** Returns the readings of a number with the word for # before it: number five. */
export function numberedReadings(value: string, lang: string): string[] {
  const names = NUMBER_SIGN[baseLanguage(lang)]?.split('|') ?? [];
  return names.flatMap((word) => cardinalReadings(value, lang).map((number) => `${word} ${number}`));
}
