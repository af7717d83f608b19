import { baseLanguage } from '../letters.ts';
import { cardinalReadings, ordinalReadings } from './readings.ts';

/** Names of denominators that aren't ordinals, by language; forms of one are separated by |. */
const DENOMINATORS: Record<string, Record<number, string>> = {
  cs: { 2: 'polovina', 3: 'třetina|třetiny|třetin', 4: 'čtvrtina|čtvrtiny|čtvrtin|čtvrt' },
  da: { 2: 'halv|halve', 4: 'fjerdedel|fjerdedele|kvart' },
  de: { 2: 'halb|halbe|halbes', 3: 'Drittel', 7: 'Siebtel', 8: 'Achtel' },
  el: { 2: 'μισό|μισή' },
  en: { 2: 'half|halves', 4: 'quarter|quarters' },
  es: { 2: 'medio|media|medios', 3: 'tercio|tercios', 4: 'cuarto|cuartos' },
  fr: { 2: 'demi|demie', 3: 'tiers', 4: 'quart|quarts' },
  it: { 2: 'mezzo|mezza' },
  nb: { 2: 'halv|halve' },
  nl: { 2: 'half|halve', 4: 'kwart' },
  pl: { 2: 'druga|drugie|połowa', 4: 'ćwierć|ćwierci' },
  pt: { 2: 'meio|meia|meios', 3: 'terço|terços' },
  ru: { 2: 'половина|половины', 3: 'треть|трети|третей', 4: 'четверть|четверти|четвертей' },
  sv: { 2: 'halv|halva', 4: 'kvart|kvarts' },
  uk: { 2: 'половина|половини', 3: 'третина|третини', 4: 'чверть|чверті' },
};

/** Endings that turn an ordinal, or in German a cardinal, into a denominator. */
const ENDINGS: Record<string, string> = {
  da: '|del|dele',
  de: 'tel|stel',
  en: '|s',
  es: '|s',
  fr: '|s',
  nb: '|del|deler',
  no: '|del|deler',
  pt: '|s',
  sv: 'del|delar|edel|edelar',
};

/** Fractions as phrases, with {n} and {d} for the numbers. */
const PHRASES: Record<string, string> = { ja: '{d}分の{n}', ko: '{d}분의{n}', zh: '{d}分之{n}' };

/** Turkish denominators are numbers in the locative. */
const TURKISH = ['ikide', 'üçte', 'dörtte', 'beşte', 'altıda', 'yedide', 'sekizde', 'dokuzda', 'onda'];

/** Whole names of common fractions. */
const NAMES: Record<string, Record<string, string>> = {
  ar: { '1/2': 'نصف', '1/3': 'ثلث', '2/3': 'ثلثا|ثلثي|ثلثين|ثلثان', '1/4': 'ربع', '3/4': 'ثلاثة أرباع' },
  en: { '1/2': 'half' },
  he: { '1/2': 'חצי', '1/3': 'שליש', '2/3': 'שני שליש|שני שלישים', '1/4': 'רבע', '3/4': 'שלושה רבעים' },
  hi: { '1/2': 'आधा|आधी|आधे', '1/3': 'एक तिहाई', '2/3': 'दो तिहाई', '1/4': 'एक चौथाई', '3/4': 'तीन चौथाई' },
  pl: { '1/2': 'pół' },
  tr: { '1/2': 'yarım', '1/4': 'çeyrek' },
};

/** Returns every reading of a fraction such as 2/3; none for any other text. */
export function fractionReadings(fraction: string, lang: string): string[] {
  const [, numerator = '', denominator = ''] = /^(\d{1,2})\/(\d{1,2})$/.exec(fraction) ?? [];
  const [parts, whole] = [Number(numerator), Number(denominator)];
  if (parts < 1 || whole < 2) return [];
  const base = baseLanguage(lang);
  const counts = cardinalReadings(numerator, lang).concat(parts === 1 && base === 'en' ? ['a'] : []);
  const names = NAMES[base]?.[fraction]?.split('|') ?? [];
  const phrase = PHRASES[base];
  if (phrase) {
    return cardinalReadings(denominator, lang).flatMap((word) =>
      counts.map((count) => phrase.replace('{d}', word).replace('{n}', count)),
    );
  }
  if (base === 'tr') return names.concat(counts.map((count) => `${TURKISH[whole - 2] ?? ''} ${count}`));
  const stems = base === 'de' ? cardinalReadings(denominator, lang) : ordinalReadings(denominator, lang);
  const endings = ENDINGS[base]?.split('|') ?? [''];
  const denominators = (DENOMINATORS[base]?.[whole]?.split('|') ?? []).concat(
    stems.flatMap((stem) => endings.map((ending) => stem + ending)),
  );
  return names.concat(counts.flatMap((count) => denominators.map((name) => `${count} ${name}`)));
}
