import type { Token } from '../tokens.ts';
import type { Numeral } from './numeral.ts';
import { cardinalReadings, unitReadings } from './readings.ts';

/** A number with its scale: its value in digits, and the names of the scale. */
type ScaledNumber = { value: string; names: string[] };
type Scale = { factor: number; names: string[] };

const POWERS = [3, 6, 9, 12];
/** Abbreviations that are common in every language, besides its own. */
const COMMON: Record<string, number> = { k: 3, K: 3, M: 6, B: 9, bn: 9 };

const SAVED = new Map<string, Map<string, Scale>>();

/** Returns a language's abbreviations of scales, from `Intl`: K, mio, млн. Longer ones are in small letters. */
function scalesOf(lang: string): Map<string, Scale> {
  const saved = SAVED.get(lang);
  if (saved) return saved;
  const scales = new Map<string, Scale>();
  const scaleOf = (power: number) => ({ factor: 10 ** power, names: scaleNames(lang, 10 ** power) });
  for (const power of POWERS) {
    const [abbreviation] = compactNames(lang, 10 ** power, 'short', 1);
    if (abbreviation) scales.set(toKey(abbreviation.replace('.', '')), scaleOf(power));
  }
  for (const [abbreviation, power] of Object.entries(COMMON)) {
    if (!scales.has(abbreviation)) scales.set(abbreviation, scaleOf(power));
  }
  SAVED.set(lang, scales);
  return scales;
}

/** Keeps the capitals of a single letter: M is a million, m a metre. */
const toKey = (abbreviation: string) => (abbreviation.length > 1 ? abbreviation.toLowerCase() : abbreviation);

/** Singular and plurals of a scale's name; none if the language counts in other powers, like Chinese. */
const scaleNames = (lang: string, factor: number) => [
  ...new Set([1, 2, 5].flatMap((count) => compactNames(lang, count * factor, 'long', count))),
];

function compactNames(
  lang: string,
  value: number,
  compactDisplay: 'short' | 'long',
  count: number,
): string[] {
  const parts = new Intl.NumberFormat(lang, { notation: 'compact', compactDisplay }).formatToParts(value);
  const integer = parts.find(({ type }) => type === 'integer')?.value;
  return integer !== undefined && integer !== String(count)
    ? []
    : parts.flatMap(({ type, value }) => (type === 'compact' ? [value] : []));
}

/** Returns a number with an abbreviated scale after it, such as 10k or 5 Mio.; undefined for any other word. */
export function scaleNumber(
  value: string,
  { kind, text, isJoined }: Token,
  lang: string,
  isMoney: boolean,
): ScaledNumber | undefined {
  if (kind !== 'word' || (text.length === 1 && !isJoined)) return undefined;
  const scale = scalesOf(lang).get(isMoney && text.length === 1 ? text.toUpperCase() : toKey(text));
  const product = Number((Number(value) * (scale?.factor ?? 0)).toPrecision(15));
  return scale && Number.isFinite(product) ? { value: String(product), names: scale.names } : undefined;
}

/** Finds numbers with an abbreviated scale: 10k, 5 Mio., 5 Mio. €. */
export function findScaledNumerals(tokens: readonly Token[], at: number, lang: string): Numeral[] {
  const [number, scale, sign] = tokens.slice(at, at + 3);
  if (!number || !scale) return [];
  const scaled = scaleNumber(number.exact, scale, lang, sign?.kind === 'sign');
  if (!scaled) return [];
  const names = scaled.names.flatMap((name) =>
    cardinalReadings(number.exact, lang).map((words) => `${words} ${name}`),
  );
  const readings = [...cardinalReadings(scaled.value, lang), ...names];
  return [
    { at, count: 2, value: scaled.value, readings },
    ...(sign?.kind === 'sign'
      ? [{ at, count: 3, ...readMoney(number.exact, sign.exact, scaled, lang) }]
      : []),
  ];
}

/** Returns a scaled sum of money: $3M, three million dollars. */
export const readMoney = (value: string, sign: string, scaled: ScaledNumber, lang: string) => ({
  value: scaled.value + sign,
  readings: [
    ...unitReadings(scaled.value, sign, lang, ''),
    ...scaled.names.flatMap((name) => unitReadings(value, sign, lang, name)),
  ],
});
