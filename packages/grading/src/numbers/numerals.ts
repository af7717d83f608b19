import { baseLanguage, toLetters } from '../letters.ts';
import type { Token } from '../tokens.ts';
import { addEnding, BESIDE_ORDINALS, ORDINAL_SUFFIXES, ORDINAL_YEARS } from './forms.ts';
import { fractionReadings } from './fractions.ts';
import { numberWords } from './number-words.ts';
import { findNumberedNumerals, numberedReadings } from './numbered.ts';
import type { Numeral } from './numeral.ts';
import {
  cardinalReadings,
  clockReadings,
  conjunction,
  hasOrdinalPoint,
  measureReadings,
  minus,
  ordinalReadings,
  unitReadings,
} from './readings.ts';
import { romanValue } from './roman.ts';
import { findScaledNumerals, readMoney, scaleNumber } from './scales.ts';

/** Finds the numbers in digits, each alone and with its unit, sign or ending: 5, 5 kg. */
export function findNumerals(text: string, tokens: readonly Token[], lang: string): Numeral[] {
  return tokens.flatMap((token, at) => {
    if (token.kind === 'sign') return findSignNumerals(tokens, at, lang);
    if (token.kind === 'word')
      return [...findRomanNumerals(token, at, lang), ...findNumberedNumerals(text, tokens, at, lang)];
    if (token.kind !== 'number') return [];
    const { exact } = token;
    const next = tokens[at + 1];
    const readings = exact.includes(':') ? clockReadings(exact, lang, '') : cardinalReadings(exact, lang);
    const isOrdinal =
      (hasOrdinalPoint(lang) && text[token.end] === '.') ||
      isDayOfMonth(tokens, at, lang) ||
      isOrdinalYear(exact, lang);
    const numerals = [
      {
        at,
        count: 1,
        value: exact,
        readings: isOrdinal ? [...readings, ...ordinalReadings(exact, lang)] : readings,
      },
    ];
    if (next?.kind === 'sign')
      numerals.push({
        at,
        count: 2,
        value: exact + next.exact,
        readings: unitReadings(exact, next.exact, lang, ''),
      });
    // A day of the month is read as an ordinal, with or without its suffix: July 4th.
    if (next?.isJoined && ORDINAL_SUFFIXES[baseLanguage(lang)]?.test(next.exact.replace('°', 'o'))) {
      const values = isDayOfMonth(tokens, at, lang) ? [`${exact}.`, exact] : [`${exact}.`];
      for (const value of values)
        numerals.push({ at, count: 2, value, readings: ordinalReadings(exact, lang) });
    }
    if (next?.isJoined && next.exact === 's' && baseLanguage(lang) === 'en') {
      const decades = readings.map((reading) => `${reading.replace(/y$/, 'ie')}s`);
      numerals.push({ at, count: 2, value: `${exact}s`, readings: decades });
    }
    if (/(?:^|[\s(])[\p{Pd}−]$/u.test(text.slice(0, token.start).slice(-2))) {
      for (const numeral of numerals)
        numeral.readings = numeral.readings.flatMap((reading) => [reading, `${minus(lang)} ${reading}`]);
    }
    return [
      ...numerals,
      ...findMeasureNumerals(tokens, at, lang),
      ...findFractionNumerals(text, tokens, at, lang),
      ...findHourNumerals(tokens, at, lang),
      ...findClockNumerals(tokens, at, lang),
      ...findScaledNumerals(tokens, at, lang),
      ...findAffixedNumerals(tokens, at, readings, baseLanguage(lang)),
    ];
  });
}

/** Articles between a ruler's name and number: Louis the Fourteenth, Ludwig der Vierzehnte. */
const ARTICLES: Record<string, string> = {
  da: 'den',
  de: 'der die des dem den',
  en: 'the',
  nb: 'den',
  nl: 'de',
  no: 'den',
  sv: 'den',
};

function findRomanNumerals({ text }: Token, at: number, lang: string): Numeral[] {
  const value = romanValue(text);
  if (value === undefined) return [];
  const ordinals = ordinalReadings(String(value), lang);
  const articles = ARTICLES[baseLanguage(lang)]?.split(' ') ?? [];
  const withArticle = articles.flatMap((article) => ordinals.map((ordinal) => `${article} ${ordinal}`));
  const readings = [...cardinalReadings(String(value), lang), ...ordinals, ...withArticle];
  return [{ at, count: 1, value: String(value), readings }];
}

/** Parses 15.30, and a time with its unit: the readings of 15:30 Uhr contain Uhr. */
function findClockNumerals(tokens: readonly Token[], at: number, lang: string): Numeral[] {
  const [clock, unit] = tokens.slice(at, at + 2);
  if (!clock || !/^\d{1,2}[.:][0-5]\d$/.test(clock.text)) return [];
  const value = clock.text.replace('.', ':').replace(/^0(?=\d)/, '');
  const readings = clockReadings(value, lang, '');
  const withUnit = unit?.kind === 'word' ? clockReadings(value, lang, unit.exact) : [];
  return [
    { at, count: 1, value, readings },
    ...(withUnit.length > 0 ? [{ at, count: 2, value, readings: withUnit }] : []),
  ];
}

/** Korean endings after a unit: 5kg이에요. */
const KOREAN_ENDING = /^([^\p{sc=Hangul}]+)(\p{sc=Hangul}+)$/u;

/** Finds numbers with a unit of up to three tokens: 5 kg, 90 km/h, 20 °C. */
function findMeasureNumerals(tokens: readonly Token[], at: number, lang: string): Numeral[] {
  const value = tokens[at]?.exact ?? '';
  return [1, 2, 3].flatMap((length) => {
    const unit = tokens.slice(at + 1, at + 1 + length);
    const written = unit.map(({ exact }) => exact).join('');
    const [, abbreviation = written, ending = ''] = KOREAN_ENDING.exec(written) ?? [];
    const readings = unit.length === length ? measureReadings(value, abbreviation, lang) : [];
    if (readings.length === 0) return [];
    const withEnding = readings.map((reading) => reading.trimEnd() + ending);
    return [{ at, count: 1 + length, value: value + written, readings: withEnding }];
  });
}

/** Finds fractions, with or without a whole number: 2/3, ¾, 1 ¾. */
function findFractionNumerals(text: string, tokens: readonly Token[], at: number, lang: string): Numeral[] {
  const [token, next] = tokens.slice(at, at + 2);
  if (!token) return [];
  const numeral = (count: number, value: string, readings: string[]) => {
    if (readings.length === 0) return [];
    const after = tokens[at + count];
    const ending = after?.isJoined && after.kind === 'word' ? after.exact : '';
    const withEnding = readings.map((reading) => reading + ending);
    return [
      { at, count, value, readings },
      ...(ending ? [{ at, count: count + 1, value: value + ending, readings: withEnding }] : []),
    ];
  };
  if (token.exact.includes('/')) return numeral(1, token.exact, fractionReadings(token.exact, lang));
  if (next?.kind !== 'number') return [];
  if (text.slice(token.end, next.start) === '/') {
    const value = `${token.exact}/${next.exact}`;
    return numeral(2, value, fractionReadings(value, lang));
  }
  if (!next.isJoined || !next.exact.includes('/')) return [];
  const [whole = ''] = cardinalReadings(token.exact, lang);
  const parts = fractionReadings(next.exact, lang);
  const readings = parts.map((part) => `${whole} ${conjunction(lang)} ${part}`);
  return numeral(2, `${token.exact} ${next.exact}`, readings);
}

/** Finds numbers with affixes: Turkish 5'te, Hebrew ב-5, Korean 제3회. */
function findAffixedNumerals(
  tokens: readonly Token[],
  at: number,
  readings: readonly string[],
  base: string,
): Numeral[] {
  const [before, number, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const prefix = number?.isJoined && before?.kind === 'word' ? before.exact : '';
  const suffix = after?.isJoined && after.kind === 'word' ? after.exact : '';
  const numeral = (start: string, end: string) => ({
    at: start ? at - 1 : at,
    count: 1 + Number(start !== '') + Number(end !== ''),
    value: `${start}${number?.exact}${end}`,
    readings: readings.flatMap((reading) => addEnding(reading, end, base).map((word) => start + word)),
  });
  return [
    ...(prefix ? [numeral(prefix, '')] : []),
    ...(suffix ? [numeral('', suffix)] : []),
    ...(prefix && suffix ? [numeral(prefix, suffix)] : []),
  ];
}

/** Parses 15 h 30, 15h30, 15h, and 15時30分. */
function findHourNumerals(tokens: readonly Token[], at: number, lang: string): Numeral[] {
  const [hour, sign, minute, unit] = tokens.slice(at, at + 4);
  if (!hour || !/^(?:h|[時时点點시])$/.test(sign?.exact ?? '')) return [];
  const time = (minutes: string) => `${hour.exact}:${minutes}`;
  const numerals = [{ at, count: 2, value: time('00'), readings: clockReadings(time('00'), lang, '') }];
  if (/^\d\d$/.test(minute?.exact ?? '')) {
    const value = time(minute?.exact ?? '');
    const ending = /^[分분](.*)$/.exec(unit?.exact ?? '')?.[1];
    const readings = clockReadings(value, lang, '').map((reading) => reading + (ending ?? ''));
    numerals.push({ at, count: ending === undefined ? 3 : 4, value: value + (ending ?? ''), readings });
  }
  return numerals;
}

function findSignNumerals(tokens: readonly Token[], at: number, lang: string): Numeral[] {
  const [sign, next, scale] = tokens.slice(at, at + 3);
  if (!sign) return [];
  if (sign.exact === '&') return [{ at, count: 1, value: '&', readings: [conjunction(lang)] }];
  if (sign.exact === '+')
    return [{ at, count: 1, value: '+', readings: PLUS[baseLanguage(lang)]?.split('|') ?? ['plus'] }];
  if (next?.kind !== 'number') return [];
  if (sign.text === '#' || sign.text === '№') {
    const words = cardinalReadings(next.exact, lang);
    const readings = [...numberedReadings(next.exact, lang), ...words];
    return [{ at, count: 2, value: `#${next.exact}`, readings }];
  }
  const withSign = (count: number, words = '') => ({
    at,
    count,
    value: next.exact + words + sign.exact,
    readings: unitReadings(next.exact, sign.exact, lang, words),
  });
  const scaled = scale && scaleNumber(next.exact, scale, lang, true);
  return [
    withSign(2),
    ...(scale && numberWords(lang).has(scale.bare) ? [withSign(3, scale.exact)] : []),
    ...(scaled ? [{ at, count: 3, ...readMoney(next.exact, sign.exact, scaled, lang) }] : []),
  ];
}

const PLUS: Record<string, string> = {
  es: 'más',
  it: 'più',
  pt: 'mais',
  ru: 'плюс',
  uk: 'плюс',
  tr: 'artı',
  zh: '加',
  el: 'συν',
};

/** Returns true for a year in a language that reads it as an ordinal: в 1999 году. */
const isOrdinalYear = (exact: string, lang: string) =>
  ORDINAL_YEARS.has(baseLanguage(lang)) && /^(?:1\d|20)\d\d$/.test(exact);

/** Returns true for a day next to its month, or next to another word that makes it an ordinal: May 3, 3 мая. */
function isDayOfMonth(tokens: readonly Token[], at: number, lang: string): boolean {
  if (!/^(?:[1-9]|[12]\d|3[01])$/.test(tokens[at]?.exact ?? '')) return false;
  const names = monthNames(lang);
  return [-2, -1, 1, 2].some((step) => names.has(tokens[at + step]?.bare ?? ''));
}

const MONTHS = new Map<string, Set<string>>();
function monthNames(lang: string): Set<string> {
  const cached = MONTHS.get(lang);
  if (cached) return cached;
  const besides = BESIDE_ORDINALS[baseLanguage(lang)]?.split(' ') ?? [];
  const names = new Set(besides.map((word) => toLetters(word, lang).bare));
  for (const options of [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const) {
    const format = new Intl.DateTimeFormat(lang, { ...options, calendar: 'gregory', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++) {
      const name =
        format.formatToParts(Date.UTC(2024, month, 5)).find(({ type }) => type === 'month')?.value ?? '';
      names.add(toLetters(name, lang).bare);
    }
  }
  MONTHS.set(lang, names);
  return names;
}
