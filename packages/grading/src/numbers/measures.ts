import { baseLanguage, toLetters } from '../letters.ts';

/** Units of `Intl`. The first of two with the same abbreviation counts: m is a metre, not a minute. */
const UNITS = (
  'kilogram gram pound ounce kilometer meter centimeter millimeter mile foot yard liter milliliter gallon ' +
  'hour minute second celsius fahrenheit kilometer-per-hour mile-per-hour'
).split(' ');

/** Common abbreviations of units, beside those of each language. */
const COMMON: Record<string, string> = { 'kilometer-per-hour': 'kmh', liter: 'l' };

/** Abbreviations of currencies that have no symbol, by language. */
const MONEY: Record<string, string> = {
  cs: 'kč CZK',
  da: 'kr DKK',
  hu: 'ft HUF',
  nb: 'kr NOK',
  no: 'kr NOK',
  pl: 'zł PLN',
  ro: 'lei RON',
  ru: 'руб RUB',
  sv: 'kr SEK',
  uk: 'грн UAH',
};

/** Other names of a unit, with # for the number. */
const OTHER_NAMES: Record<string, Record<string, string>> = {
  celsius: { ja: '#度', ko: '#도', zh: '#度', tr: '# derece' },
  kilogram: {
    de: '# Kilo',
    en: '# kilos|# kilo',
    es: '# kilos|# kilo',
    fr: '# kilos|# kilo',
    it: '# chili|# chilo',
    ja: '#キロ',
    ko: '#킬로',
    nl: '# kilo',
    pl: '# kilo',
    pt: '# quilos|# quilo',
    ru: '# килограммов|# кило',
    sv: '# kilo',
    tr: '# kilo',
    zh: '#公斤|#千克',
  },
  kilometer: { ja: '#キロ', zh: '#公里|#千米' },
  'kilometer-per-hour': {
    de: '# Kilometer in der Stunde|# Stundenkilometer',
    en: '# kilometers an hour|# kilometres an hour',
    fr: "# kilomètres à l'heure|# kilomètres-heure",
    ja: '時速#キロ',
    tr: 'saatte # kilometre',
    zh: '时速#公里',
  },
  'mile-per-hour': { en: '# miles an hour' },
};

/** A unit or currency after a number. */
export type Measure = {
  name: string;
  options: Intl.NumberFormatOptions;
  locales: string[];
  others: string[];
};

const SAVED = new Map<string, Map<string, Measure>>();

/** Returns the units of a language by their abbreviations in small letters: kg, км, °c, kr. */
export function measuresOf(lang: string): Map<string, Measure> {
  const saved = SAVED.get(lang);
  if (saved) return saved;
  const base = baseLanguage(lang);
  const locales = base === 'en' ? ['en-US', 'en-GB'] : [lang];
  const measures = new Map<string, Measure>();
  for (const unit of UNITS) {
    const measure = {
      name: unit,
      options: { style: 'unit', unit, unitDisplay: 'long' } as const,
      locales,
      others: OTHER_NAMES[unit]?.[base]?.split('|') ?? [],
    };
    for (const unitDisplay of ['short', 'narrow'] as const) {
      for (const locale of [...locales, 'en-US']) {
        const parts = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).formatToParts(5);
        const symbol = parts.flatMap(({ type, value }) => (type === 'unit' ? [value] : [])).join('');
        const key = toLetters(symbol.replace(/[\s./]/g, ''), lang).exact;
        if (!measures.has(key)) measures.set(key, measure);
        const plural = `${key}s`;
        if (base === 'en' && key.length > 1 && !measures.has(plural)) measures.set(plural, measure);
      }
    }
    const common = COMMON[unit];
    if (common) measures.set(common, measure);
  }
  const [symbol, currency] = MONEY[base]?.split(' ') ?? [];
  if (symbol && currency) {
    measures.set(toLetters(symbol, lang).exact, {
      name: currency,
      options: {
        style: 'currency',
        currency,
        currencyDisplay: 'name',
        trailingZeroDisplay: 'stripIfInteger',
      },
      locales,
      others: [],
    });
  }
  SAVED.set(lang, measures);
  return measures;
}
