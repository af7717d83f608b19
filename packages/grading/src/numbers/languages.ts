import * as ar from 'n2words/ar-SA';
import * as cs from 'n2words/cs-CZ';
import * as da from 'n2words/da-DK';
import * as de from 'n2words/de-DE';
import * as el from 'n2words/el-GR';
import * as en from 'n2words/en-US';
import * as es from 'n2words/es-ES';
import * as fa from 'n2words/fa-IR';
import * as fi from 'n2words/fi-FI';
import * as fr from 'n2words/fr-FR';
import * as he from 'n2words/he-IL';
import * as hi from 'n2words/hi-IN';
import * as hr from 'n2words/hr-HR';
import * as hu from 'n2words/hu-HU';
import * as id from 'n2words/id-ID';
import * as it from 'n2words/it-IT';
import * as ja from 'n2words/ja-JP';
import * as ko from 'n2words/ko-KR';
import * as lt from 'n2words/lt-LT';
import * as lv from 'n2words/lv-LV';
import * as nb from 'n2words/nb-NO';
import * as nl from 'n2words/nl-NL';
import * as pl from 'n2words/pl-PL';
import * as pt from 'n2words/pt-PT';
import * as ro from 'n2words/ro-RO';
import * as ru from 'n2words/ru-RU';
import * as srCyrl from 'n2words/sr-Cyrl-RS';
import * as srLatn from 'n2words/sr-Latn-RS';
import * as sv from 'n2words/sv-SE';
import * as th from 'n2words/th-TH';
import * as tr from 'n2words/tr-TR';
import * as uk from 'n2words/uk-UA';
import * as vi from 'n2words/vi-VN';
import * as zh from 'n2words/zh-Hans-CN';

/** The number words of one language, from n2words; both functions throw for numbers that they don't support. */
export type NumberWords = { cardinals: (value: string) => string[]; ordinals: (value: string) => string[] };

type Source = { toCardinal: (value: string) => string; toOrdinal: (value: string) => string };
const plain = ({ toCardinal, toOrdinal }: Source): NumberWords => ({
  cardinals: (value) => [toCardinal(value)],
  ordinals: (value) => [toOrdinal(value)],
});

type Gendered = (value: string, options: { gender: 'masculine' | 'feminine' }) => string;
const bothGenders = (toCardinal: Gendered, { toOrdinal }: Source): NumberWords => ({
  cardinals: (value) => [
    toCardinal(value, { gender: 'masculine' }),
    toCardinal(value, { gender: 'feminine' }),
  ],
  ordinals: (value) => [toOrdinal(value)],
});

const SERBIAN = [bothGenders(srCyrl.toCardinal, srCyrl), bothGenders(srLatn.toCardinal, srLatn)];

export const LANGUAGES: Record<string, NumberWords> = {
  ar: bothGenders(ar.toCardinal, ar),
  cs: plain(cs),
  da: plain(da),
  de: plain(de),
  el: plain(el),
  en: {
    cardinals: (value) => [en.toCardinal(value), en.toCardinal(value, { hundredPairing: true })],
    ordinals: (value) => [en.toOrdinal(value)],
  },
  es: bothGenders(es.toCardinal, es),
  fa: plain(fa),
  fi: plain(fi),
  fr: plain(fr),
  he: plain(he),
  hi: plain(hi),
  hr: bothGenders(hr.toCardinal, hr),
  hu: plain(hu),
  id: plain(id),
  it: plain(it),
  ja: plain(ja),
  ko: plain(ko),
  lt: bothGenders(lt.toCardinal, lt),
  lv: bothGenders(lv.toCardinal, lv),
  nb: plain(nb),
  nl: {
    cardinals: (value) => [
      nl.toCardinal(value, { accentOne: false }),
      nl.toCardinal(value, { accentOne: false, noHundredPairing: true }),
    ],
    ordinals: (value) => [nl.toOrdinal(value)],
  },
  no: plain(nb),
  pl: bothGenders(pl.toCardinal, pl),
  pt: plain(pt),
  ro: bothGenders(ro.toCardinal, ro),
  ru: bothGenders(ru.toCardinal, ru),
  // Serbian is written in two scripts.
  sr: {
    cardinals: (value) => SERBIAN.flatMap(({ cardinals }) => cardinals(value)),
    ordinals: (value) => SERBIAN.flatMap(({ ordinals }) => ordinals(value)),
  },
  sv: plain(sv),
  th: plain(th),
  tr: plain(tr),
  uk: bothGenders(uk.toCardinal, uk),
  vi: plain(vi),
  zh: {
    cardinals: (value) => [zh.toCardinal(value, { formal: false })],
    ordinals: (value) => [zh.toOrdinal(value)],
  },
};
