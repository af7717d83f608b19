/**
 * Templates for telling the time: at a specific minute, before (<) or after (>) the half hour, at a minute below ten (0*), or at
 * any minute (*). {h} is the hour, {n} the next hour, {m} the minute, {r} the remaining minutes, {o} zero, {H} and {N} the hours as
 * ordinals.
 */
const CLOCK: Record<string, Record<string, string>> = {
  ar: {
    0: 'الساعة {H}|{H}',
    15: '{H} والربع',
    30: '{H} والنصف',
    45: '{N} إلا ربعا|{N} إلا الربع|{N} إلا ربع',
  },
  cs: {
    0: '{h} hodin|{h} hodiny',
    15: 'čtvrt na {n}',
    30: 'půl {N}',
    45: 'tři čtvrtě na {n}',
    '*': '{h} hodin {m}|{h} hodin {m} minut',
  },
  da: { 15: 'kvart over {h}', 30: 'halv {n}', 45: 'kvart i {n}' },
  de: {
    0: '{h} Uhr',
    15: 'Viertel nach {h}|viertel {n}',
    30: 'halb {n}',
    45: 'Viertel vor {n}|dreiviertel {n}',
    '<': '{m} nach {h}',
    '>': '{r} vor {n}',
    '*': '{h} Uhr {m}',
  },
  el: {
    15: '{h} και τέταρτο',
    30: '{h} και μισή|{h}μισι|{h}ήμισι',
    45: '{n} παρά τέταρτο',
    '<': '{h} και {m}',
    '>': '{n} παρά {r}',
  },
  en: {
    0: "{h} o'clock|{h}",
    15: 'quarter past {h}|a quarter past {h}|quarter after {h}|a quarter after {h}',
    30: 'half past {h}|half {h}',
    45: 'quarter to {n}|a quarter to {n}|quarter of {n}|a quarter of {n}',
    '<': '{m} past {h}|{m} minutes past {h}|{m} after {h}',
    '>': '{r} to {n}|{r} minutes to {n}|{r} before {n}',
  },
  es: {
    0: '{h}|{h} en punto|{h} horas',
    15: '{h} y cuarto',
    30: '{h} y media',
    45: '{n} menos cuarto|cuarto para las {n}|un cuarto para las {n}',
    '>': '{n} menos {r}',
    '*': '{h} y {m}|{h} horas {m}|{h} horas y {m} minutos',
  },
  fr: {
    0: '{h} heures|{h} heure',
    15: '{h} heures et quart|{h} heure et quart',
    30: '{h} heures et demie|{h} heure et demie|{h} heures et demi',
    45: '{n} heures moins le quart|{n} heure moins le quart|{n} heures moins quart',
    '>': '{n} heures moins {r}|{n} heure moins {r}',
    '*': '{h} heures {m}|{h} heure {m}|{h} h {m}',
  },
  he: { 15: '{h} ורבע', 30: '{h} וחצי', 45: 'רבע ל{n}' },
  hi: {
    0: '{h} बजे',
    15: 'सवा {h}|सवा {h} बजे',
    30: 'साढ़े {h}|साढ़े {h} बजे',
    45: 'पौने {n}|पौने {n} बजे',
    '*': '{h} बजकर {m} मिनट',
  },
  hu: {
    0: '{h} óra',
    15: 'negyed {n}',
    30: 'fél {n}',
    45: 'háromnegyed {n}',
    '*': '{h} óra {m}|{h} óra {m} perc',
  },
  id: { 0: 'jam {h}', 30: 'setengah {n}', '*': '{h} lewat {m}' },
  it: {
    0: '{h}|{h} in punto',
    15: '{h} e un quarto|{h} e quarto',
    30: '{h} e mezza|{h} e mezzo',
    45: '{n} meno un quarto|{h} e tre quarti',
    '>': '{n} meno {r}',
    '*': '{h} e {m}',
  },
  ja: { 0: '{h}時', 30: '{h}時半', '*': '{h}時{m}分' },
  ko: { 0: '{h}시', 30: '{h}시 반', '*': '{h}시 {m}분' },
  nb: { 15: 'kvart over {h}', 30: 'halv {n}', 45: 'kvart på {n}' },
  nl: {
    0: '{h} uur',
    15: 'kwart over {h}',
    30: 'half {n}',
    45: 'kwart voor {n}',
    '<': '{m} over {h}',
    '>': '{r} voor {n}',
    '*': '{h} uur {m}',
  },
  no: { 15: 'kvart over {h}', 30: 'halv {n}', 45: 'kvart på {n}' },
  pl: {
    0: '{H}|godzina {H}',
    15: 'kwadrans po {H}|{H} piętnaście',
    30: 'wpół do {N}',
    45: 'za kwadrans {N}',
    '*': '{H} {m}',
  },
  pt: {
    0: '{h} horas|{h} hora|{h} em ponto',
    15: '{h} e um quarto',
    30: '{h} e meia',
    45: '{n} menos um quarto|um quarto para as {n}|quinze para as {n}',
    '>': '{r} para as {n}|{n} menos {r}',
    '*': '{h} e {m}|{h} horas e {m}|{h} horas e {m} minutos',
  },
  ro: {
    0: 'ora {h}',
    15: '{h} și un sfert',
    30: '{h} și jumătate',
    45: '{n} fără un sfert',
    '*': '{h} și {m}',
  },
  ru: {
    0: '{h} часов|{h} часа|{h} час',
    15: 'четверть {N}|{h} с четвертью',
    30: 'половина {N}|пол {N}|половине {N}|{h} с половиной',
    45: 'без четверти {n}',
    '>': 'без {r} {n}|без {r} минут {n}',
    '<': '{m} минут {N}',
    '*': '{h} часов {m} минут|{h} часа {m} минут|{h} час {m} минут',
  },
  sv: { 15: 'kvart över {h}', 30: 'halv {n}', 45: 'kvart i {n}' },
  tr: { 30: '{h} buçuk', 0: 'saat {h}' },
  uk: { 0: '{h} годин|{h} година|{h} години', 15: 'чверть на {N}', 30: 'пів на {N}', 45: 'за чверть {N}' },
  vi: { 0: '{h} giờ', 30: '{h} giờ rưỡi', '*': '{h} giờ {m}|{h} giờ {m} phút' },
  zh: {
    0: '{h}点|{h}点钟|{h}點|{h}點鐘',
    15: '{h}点一刻|{h}點一刻',
    30: '{h}点半|{h}點半',
    45: '{h}点三刻|{h}點三刻',
    '0*': '{h}点{o}{m}分|{h}点{o}{m}|{h}點{o}{m}分|{h}點{o}{m}',
    '*': '{h}点{m}分|{h}点{m}|{h}點{m}分|{h}點{m}',
  },
};

/** Template of hour and minute without any other word. */
const PLAIN = '{h} {m}';

export type ClockParts = { h: number; n: number; m: number; r: number; o: number };

/** Returns a language's templates for a time, and the values of their placeholders on a 12-hour and a 24-hour clock. */
export function clockTemplates(
  base: string,
  hour: number,
  minute: number,
): { template: string; parts: ClockParts }[] {
  const table = CLOCK[base] ?? {};
  const minuteTemplates =
    minute === 0
      ? []
      : [
          minute < 30 ? table['<'] : minute > 30 ? table['>'] : undefined,
          ...(minute < 10 ? [table['0*'], '{h} {o} {m}'] : []),
          table['*'],
          PLAIN,
        ];
  const templates = [table[minute], ...minuteTemplates].flatMap((entry) => entry?.split('|') ?? []);
  const hours = new Set([hour, hour % 12 || 12]);
  return [...hours].flatMap((h) => {
    const next = (h % 12) + 1;
    const parts = { h, n: next, m: minute, r: 60 - minute, o: 0 };
    return templates.map((template) => ({ template, parts }));
  });
}

/** Returns true for the word that a time in digits may end with, such as Uhr in 17:30 Uhr. */
export function isClockUnit(word: string, base: string): boolean {
  const table = CLOCK[base] ?? {};
  return [table[0], table['*']].every((entry) => entry?.toLowerCase().split(/[\s|]/).includes(word));
}
