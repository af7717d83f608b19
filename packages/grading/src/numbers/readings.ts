import { baseLanguage, type Letters, toLetters } from '../letters.ts';
import { clockTemplates, isClockUnit } from './clock.ts';
import { HALVES, listForms, nativeKorean, ORDINAL_POINT } from './forms.ts';
import { LANGUAGES } from './languages.ts';
import { type Measure, measuresOf } from './measures.ts';

/**
 * Maximum number of digits with readings. Longer numbers are identifiers, such as account numbers, and only their digits are
 * compared.
 */
const MAX_DIGITS = 15;

/** Variant characters of Chinese numerals, mapped to the common character. */
const CHINESE = new Map(
  [
    ...'壹一贰二貳二叁三參三肆四伍五陆六陸六柒七捌八玖九拾十佰百仟千萬万億亿两二兩二〇零幺一'.matchAll(
      /(.)(.)/gu,
    ),
  ].map(([, from = '', to = '']) => [from, to]),
);

const MAX_CACHED = 500;

/**
 * Caches the readings of recent numbers, without duplicates. Computing them takes most of the time for a line with many numbers.
 */
function cached<Args extends string[]>(list: (...args: Args) => string[]): (...args: Args) => string[] {
  const saved = new Map<string, string[]>();
  return (...args) => {
    const key = args.join('\n');
    const known = saved.get(key);
    if (known) return known;
    if (saved.size >= MAX_CACHED) saved.clear();
    const readings = [...new Set(list(...args))];
    saved.set(key, readings);
    return readings;
  };
}

/** In Chinese, ten is 一十 only after a higher place or zero: 十五, 百分之十五, 一百一十五. */
const INITIAL_TEN = /(?<![百千万亿零])一十/g;

/** Returns the letters of words without spaces, commas and hyphens, for comparison. */
export function toKey(words: string, lang: string): Letters {
  const letters = unifyNumerals(toLetters(words.replace(/[\s,\p{Pd}・]/gu, ''), lang), lang);
  return { exact: letters.exact.replace(INITIAL_TEN, '十'), bare: letters.bare.replace(INITIAL_TEN, '十') };
}

/** Replaces rare Chinese numerals with the common ones. Other characters are unchanged. */
export function unifyNumerals({ exact, bare }: Letters, lang: string): Letters {
  if (!/^(?:zh|ja|yue)/i.test(lang)) return { exact, bare };
  const unify = (text: string) => text.replace(/./gu, (character) => CHINESE.get(character) ?? character);
  return { exact: unify(exact), bare: unify(bare) };
}

/** Returns the conjunction within numbers, which is often omitted: hundred and one. */
export function conjunction(lang: string): string {
  const [, between] = new Intl.ListFormat(lang, { type: 'conjunction' }).formatToParts(['1', '2']);
  return between?.value.replace(/[^\p{L}\p{M}]/gu, '') ?? '';
}

function cardinalWords(value: string, lang: string): string[] {
  const base = baseLanguage(lang);
  const words = LANGUAGES[base];
  if (!words || value.replace('.', '').length > MAX_DIGITS) return [];
  const readings = words.cardinals(value).map((cardinal) => repairUkrainian(cardinal, base));
  return readings.flatMap((reading) => listForms(reading, base, 'cardinal'));
}

/** Replaces the Latin i that n2words 4.0.0 uses in Ukrainian. */
const repairUkrainian = (words: string, base: string) => (base === 'uk' ? words.replaceAll('i', 'і') : words);

/** Word for hundred in languages that count up to nineteen hundred: neunzehnhundert. */
const HUNDREDS: Record<string, string> = { de: 'hundert', hi: 'सौ' };

/** Returns every reading of a normalised number such as 1250.5. */
export const cardinalReadings = cached((value: string, lang: string): string[] => {
  const base = baseLanguage(lang);
  const [whole = '', fraction] = value.split('.');
  if (!/^\d+(?:\.\d+)?$/.test(value)) return [];
  if (/^0\d/.test(whole)) return readLeadingZeros(whole, lang);
  const readings = cardinalWords(value, lang);
  if (fraction !== undefined) {
    const decimalWord = readings[0]
      ?.split(' ')
      .find((word) => !cardinalWords(whole, lang).some((reading) => reading.split(' ').includes(word)));
    const halves = fraction === '5' ? (HALVES[base]?.split('|') ?? []) : [];
    return readings.concat(
      cardinalWords(whole, lang).flatMap((word) => [
        ...digitByDigit(fraction, lang).map((digits) => `${word} ${decimalWord ?? ''} ${digits}`),
        ...halves.map((half) => half.replace('#', word)),
      ]),
    );
  }
  if (base === 'ko') readings.push(...nativeKorean(Number(value)));
  if (base === 'en') readings.push(...englishPairs(Number(value)));
  const hundred = HUNDREDS[base];
  if (hundred && /^1[1-9]\d\d$/.test(value)) {
    const [hundreds, rest] = [value.slice(0, 2), Number(value.slice(2))];
    readings.push(
      `${cardinalWords(hundreds, lang)[0]}${hundred}${rest > 0 ? cardinalWords(String(rest), lang)[0] : ''}`,
    );
  }
  if (base === 'fr') readings.push(...swissFrench(Number(value)));
  if (whole.length > 2) readings.push(...digitByDigit(whole, lang));
  return readings;
});

/** Returns the word for the minus sign before a number. */
export function minus(lang: string): string {
  const [one = ''] = cardinalWords('1', lang);
  return cardinalWords('-1', lang)[0]?.replace(one, '').trim() ?? 'minus';
}

function digitByDigit(digits: string, lang: string): string[] {
  const words = [...digits].map((digit) => cardinalWords(digit, lang)[0] ?? digit);
  return listForms(words.join(' '), baseLanguage(lang), 'digits');
}

/** Maximum number of digits with leading zeros that are also read as zeros and a number: 0530, oh five thirty. */
const MAX_ZERO_PADDED = 4;

function readLeadingZeros(digits: string, lang: string): string[] {
  const rest = digits.replace(/^0+(?=\d)/, '');
  const readings = digitByDigit(digits, lang);
  if (digits.length > MAX_ZERO_PADDED) return readings;
  const zeros = digitByDigit(digits.slice(0, digits.length - rest.length), lang);
  return readings.concat(
    cardinalReadings(rest, lang).flatMap((words) => zeros.map((zero) => `${zero} ${words}`)),
  );
}

/** Returns the English readings in pairs, as for years, rooms and flights: nineteen eighty-four, one twenty, three oh five. */
function englishPairs(value: number): string[] {
  if (value < 101 || value > 9999 || value % 100 === 0) return [];
  const [first = ''] = cardinalWords(String(Math.floor(value / 100)), 'en');
  const [second = ''] = cardinalWords(String(value % 100), 'en');
  return value % 100 < 10 ? [`${first} oh ${second}`, `${first} o ${second}`] : [`${first} ${second}`];
}

/** Returns readings with septante and nonante, as in Belgium and Switzerland. */
function swissFrench(value: number): string[] {
  const tens = Math.floor((value % 100) / 10);
  if (tens !== 7 && tens !== 9) return [];
  const before = value - (value % 100);
  const ones = value % 10;
  const parts = [
    before > 0 && cardinalWords(String(before), 'fr')[0],
    tens === 7 ? 'septante' : 'nonante',
    ones === 1 && 'et',
  ];
  return [[...parts, ones > 0 && cardinalWords(String(ones), 'fr')[0]].filter(Boolean).join(' ')];
}

export const ordinalReadings = cached((value: string, lang: string): string[] => {
  const base = baseLanguage(lang);
  const words = LANGUAGES[base];
  if (!words || !/^[1-9]\d*$/.test(value) || value.length > MAX_DIGITS) return [];
  const native = base === 'ko' ? nativeKorean(Number(value)).map((reading) => `${reading}번째`) : [];
  const readings = words.ordinals(value).map((ordinal) => repairUkrainian(ordinal, base));
  return [...readings.flatMap((reading) => listForms(reading, base, 'ordinal')), ...native];
});

/** Returns true for languages that write ordinals with a full stop after the digits. */
export const hasOrdinalPoint = (lang: string) => ORDINAL_POINT.has(baseLanguage(lang));

/**
 * Returns every reading of a time such as 15:30; an empty list for any other text. For a time with a `unit` (15:30 Uhr), only those
 * that contain it, and phrases that replace it: halb vier.
 */
export const clockReadings = cached((time: string, lang: string, unit: string): string[] => {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? [];
  if (hour === '' || Number(hour) > 24 || Number(minute) > 59) return [];
  const base = baseLanguage(lang);
  const isUnit = isClockUnit(unit, base);
  const hasUnit = (template: string) =>
    unit === '' ||
    template.toLowerCase().split(' ').includes(unit) ||
    (isUnit && /\p{L}/u.test(template.replace(/\{.\}/g, '')));
  return clockTemplates(base, Number(hour), Number(minute)).flatMap(({ template, parts }) => {
    if (!hasUnit(template)) return [];
    let readings = [template];
    for (const [part, value] of Object.entries(parts)) {
      const ordinal = `{${part.toUpperCase()}}`;
      const isOrdinal = template.includes(ordinal);
      if (!isOrdinal && !template.includes(`{${part}}`)) continue;
      const words = isOrdinal ? ordinalReadings(String(value), lang) : cardinalReadings(String(value), lang);
      readings = readings.flatMap((reading) =>
        words.map((word) => reading.replace(isOrdinal ? ordinal : `{${part}}`, word)),
      );
    }
    return readings;
  });
});

const UNITS: Record<string, Intl.NumberFormatOptions> = {
  '%': { style: 'unit', unit: 'percent', unitDisplay: 'long' },
  '°': { style: 'unit', unit: 'degree', unitDisplay: 'long' },
  ...Object.fromEntries(
    Object.entries({
      $: 'USD',
      r$: 'BRL',
      '€': 'EUR',
      '£': 'GBP',
      '¥': 'JPY',
      '₽': 'RUB',
      '₴': 'UAH',
      '₺': 'TRY',
      '₹': 'INR',
      '₩': 'KRW',
      '₪': 'ILS',
      '₫': 'VND',
      '฿': 'THB',
    }).map(([sign, currency]) => [
      sign,
      { style: 'currency', currency, currencyDisplay: 'name', trailingZeroDisplay: 'stripIfInteger' },
    ]),
  ),
};
/** Other names of a sign, by language, with # for the number. */
const SIGN_NAMES: Record<string, Record<string, string>> = {
  $: { vi: '# đô la|# đô', zh: '#美金' },
  '¥': { zh: '#元|#块|#块钱|#塊|#塊錢|#人民币|#人民幣' },
  '%': {
    ar: '# بالمئة|# بالمائة|# في المئة',
    en: '# per cent',
    hi: '# फ़ीसदी|# फीसदी',
    it: '# per cento',
    ko: '#퍼센트|#프로',
    lt: '# procentų|# procentai',
    ja: '#パーセント',
    vi: '# phần trăm',
    zh: '百分之#',
    he: '# אחוזים',
    tr: 'yüzde #',
  },
};

/** Words between millions and a currency: cinco millones de dólares. */
const MONEY_PREPOSITIONS: Record<string, string> = { es: 'de', fr: 'de', pt: 'de', it: 'di', ro: 'de' };

/** French de before a vowel: trois milliards d'euros. */
const ELISION = / de +(?=euro)/;

/** Names of a currency's hundredths: two dollars and fifty cents. */
const CENTS: Record<string, string> = {
  de: 'Cent',
  el: 'λεπτά',
  en: 'cents|cent|pence',
  es: 'centavos|céntimos',
  fr: 'centimes',
  it: 'centesimi',
  nl: 'cent',
  pl: 'groszy|grosze|centów',
  pt: 'centavos|cêntimos',
  ru: 'копеек|копейки|копейка|центов',
  tr: 'kuruş|sent',
  uk: 'копійок|копійки|копійка',
};

const centReadings = (value: string, lang: string) =>
  cardinalReadings(value, lang).flatMap((words) =>
    (CENTS[baseLanguage(lang)]?.split('|') ?? []).map((name) => `${words} ${name}`),
  );

/** Returns every reading of a number with a symbol such as % or $: fifty percent; with a scale, five million dollars. */
export const unitReadings = cached((value: string, sign: string, lang: string, scale: string): string[] => {
  const base = baseLanguage(lang);
  if (sign === '¢') return centReadings(value, lang);
  const options = UNITS[sign];
  if (!options) return [];
  const isMoney = options.style === 'currency';
  // Includes the singular: a twenty dollar bill.
  const counts = isMoney ? [Number(value), 1] : [Number(value)];
  const templates = counts
    .flatMap((count) => unitTemplates(count, options, lang))
    .concat(SIGN_NAMES[sign]?.[base]?.split('|') ?? [])
    .filter((template) => /\p{L}/u.test(template));
  const preposition = scale && (MONEY_PREPOSITIONS[base] ?? '');
  const readings = cardinalReadings(value, lang).flatMap((words) =>
    templates.map((template) =>
      template.replace('#', ` ${words} ${scale} ${preposition} `).replace(ELISION, " d'"),
    ),
  );
  const [whole = '', cents] = value.split('.');
  if (!isMoney || scale || !cents || cents.length > 2) return readings;
  const [units, rest] = [
    cardinalReadings(whole, lang),
    cardinalReadings(cents.padEnd(2, '0'), lang)[0] ?? '',
  ];
  const ands = base === 'es' ? ['', 'y', 'con'] : ['', conjunction(lang)];
  const names = ['', ...(CENTS[base]?.split('|') ?? [])];
  if (whole === '0') readings.push(...centReadings(String(Number(cents.padEnd(2, '0'))), lang));
  const withCents = ['#', ...templates].flatMap((template) =>
    ands.flatMap((and) => names.map((name) => `${template} ${and} ${rest} ${name}`)),
  );
  return readings.concat(
    units.flatMap((words) => withCents.map((template) => template.replace('#', ` ${words} `))),
  );
});

/** Returns every reading of a number with a unit's abbreviation, in small letters: five kilograms. */
export const measureReadings = cached((value: string, abbreviation: string, lang: string): string[] => {
  const measure = measuresOf(lang).get(abbreviation);
  if (!measure) return [];
  const templates = measure.locales
    .flatMap((locale) => [Number(value), 1].flatMap((count) => unitTemplates(count, measure.options, locale)))
    .concat(
      measure.others,
      ['celsius', 'fahrenheit'].includes(measure.name) ? degreeTemplates(value, measure) : [],
    )
    .flatMap((template) => listMeasureForms(template, baseLanguage(lang)));
  return cardinalReadings(value, lang).flatMap((words) =>
    templates.map((template) => template.replace('#', ` ${words} `)),
  );
});

const degreeTemplates = (value: string, { locales }: Measure) =>
  locales.flatMap((locale) => unitTemplates(Number(value), UNITS['°'] as Intl.NumberFormatOptions, locale));

/** Also the German dative plural: mit hundert Metern, mit hundert Kilometern pro Stunde. */
const listMeasureForms = (template: string, base: string) =>
  base === 'de' ? [template, template.replace(/(meter|liter)\b/i, '$1n')] : [template];

/** Separates the words of a currency's name: US dollars, 米ドル. */
const WORD_BREAK = /[\s-]+|(?<=\p{sc=Han})(?=\p{sc=Kana})/u;

/**
 * Returns templates of a unit's name, with # for the number; for a currency, also with each of its words alone (dollars for US
 * dollars).
 */
function unitTemplates(count: number, options: Intl.NumberFormatOptions, lang: string): string[] {
  const parts = new Intl.NumberFormat(lang, options).formatToParts(count);
  const isNumber = (type: string) => /^(?:integer|group|decimal|fraction)$/.test(type);
  const at = parts.findIndex(({ type }) => isNumber(type));
  const joinUnitParts = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .flatMap(({ type, value }) => (isNumber(type) ? [] : [value]))
      .join('');
  const unitName = joinUnitParts(at);
  const names = options.style === 'currency' ? [unitName, ...unitName.split(WORD_BREAK)] : [unitName];
  return names.map((unit) => `${joinUnitParts(0, at)}#${unit}`);
}
