/** A pattern for a form of a number word, and its alternatives, separated by `|`. */
type Form = readonly [pattern: RegExp, alternatives: string];

const SERBO_CROATIAN: readonly Form[] = [
  [/jedan$/, 'jedno|jednog'],
  [/један$/, 'једно|једног'],
  [/^jedna (?=tisuća|hiljada)/, ''],
  [/^једна (?=хиљада)/, ''],
  [/^(tisuć|hiljad)a/, '$1u'],
  [/^(хиљад)а/, '$1у'],
  [/^jedan (?=mili)/, ''],
  [/^један (?=мили)/, ''],
  // The conjunction may be in the other script than that of Intl.
  [/(dva|tri|četr|pe|še[sz]|sedam|osam|deve)(deset) (?=\S+$)/, '$1$2 i '],
];

const SERBO_CROATIAN_ORDINALS: readonly Form[] = [
  [/i$/, 'a|o|e|og|oga|eg|ega|om|em|oj|u|im|ih'],
  [/и$/, 'а|о|е|ог|ога|ег|ега|ом|ем|ој|у|им|их'],
];

/** Also sju for syv, and the older order and tens: fem og tyve. */
const NORWEGIAN: readonly Form[] = [
  [/^en$/, 'ett|én'],
  [/^en (?=hundre|tusen)/, '|ett '],
  [/, en (?=hundre)/, ' ett | '],
  [/syv/g, 'sju'],
  [/(tjue|tretti|førti|femti|seksti|sytti|åtti|nitti)-(\S+)$/, '$2 og $1'],
  [/tjue$/, 'tyve'],
  [/tretti$/, 'tredve'],
];

/** Forms that n2words lacks: other genders, cases and regional variants, and corrections of its few mistakes. */
const CARDINALS: Record<string, readonly Form[]> = {
  ar: [
    [/ون/g, 'ين'],
    [/مائة/g, 'مئة'],
    [/اثنان/g, 'اثنين'],
    [/ألفان/g, 'ألفين'],
  ],
  cs: [
    [/^(\S+(?:cet|desát)) (\S+)$/, '$2a$1'],
    [/^jednaa/, 'jedna|jedena'],
    [/jedna$/, 'jeden|jedno|jednu'],
    [/dva$/, 'dvě|dvou'],
    [/tři$/, 'tří'],
  ],
  da: [
    [/^et$/, 'en'],
    [/^et(?=hundrede|tusinde)/, '|et '],
  ],
  de: [
    [/eins$/, 'ein|eine|einen|einem|einer|eines'],
    [/zwei$/, 'zwo'],
    [/^ein(?=hundert|tausend)/, ''],
  ],
  el: [
    [/ένα$/, 'ένας|μία|μια|έναν'],
    [/τρία$/, 'τρεις'],
    [/τέσσερα$/, 'τέσσερις|τέσσερεις'],
    [/επτά/, 'εφτά'],
    [/οκτώ/, 'οχτώ'],
    [/εννέα/, 'εννιά'],
    [/δύο$/, 'δυο'],
    [/όσια/g, 'όσιες|όσιοι'],
    [/ (?=χίλια)/, ' χιλιάδες '],
    [/χιλιάδες χίλια/, 'χιλιάδες'],
  ],
  en: [
    [/^one (?=hundred|thousand|million|billion)/, 'a |'],
    [/^zero$/, 'oh|nought'],
    [/^twenty hundred/, 'two thousand'],
  ],
  es: [
    [/uno$/, 'un'],
    [/veintiuno$/, 'veintiún'],
    [/dieciseis/, 'dieciséis'],
    [/ciento/, 'cien'],
    [/punto/, 'coma|con'],
  ],
  fr: [
    [/un$/, 'une'],
    [/quatre-vingts?/, 'huitante|octante'],
    [/vingts$/, 'vingt'],
    [/cents?(?= |$)/g, 'cents|cent'],
  ],
  he: [
    [/שתים/g, 'שתיים|שתי|שני|שניים'],
    [/שלש/g, 'שלוש'],
    [/אחת/, 'אחד'],
    [/(שלוש|ארבע|חמש|שש|תשע)$/, '$1ה|$1ת'],
    [/חמשה$/, 'חמישה'],
    [/ששה$/, 'שישה'],
    [/שבע$/, 'שבעה'],
    [/עשר$/, 'עשרה'],
    [/ששים/, 'שישים'],
    [/^(.+) עשרה$/, '$1ה עשר'],
    [/^שתיים עשרה$/, 'שתים עשרה|שנים עשר|שניים עשר'],
    [/אחתה|אחדה/, 'אחד'],
  ],
  hi: [
    [/छह/, 'छः|छे|छै'],
    [/ँ/g, 'ं'],
    [/हज़ार/, 'हजार'],
    [/^एक (?=सौ|हज)/, ''],
  ],
  hr: SERBO_CROATIAN,
  hu: [[/kettő$/, 'két']],
  id: [[/koma/, 'titik']],
  it: [
    [/uno$/, 'un|una'],
    [/virgola/, 'punto|e'],
  ],
  ja: [
    [/零/g, '〇|ゼロ'],
    [/点/, '・'],
    [/(^|[万億兆])千/g, '$1一千'],
  ],
  ko: [[/^영$/, '공']],
  lt: [[/^vienas (?=šimtas|tūkstantis|milijonas)/, '']],
  lv: [[/simtu/, 'simt|simts']],
  nb: NORWEGIAN,
  no: NORWEGIAN,
  pl: [
    [/jeden$/, 'jedna|jedno|jednego|jedną'],
    [/dwa$/, 'dwie|dwóch|dwoje|dwaj'],
    [/trzy$/, 'trzech|trzej'],
    [/cztery$/, 'czterech'],
    [/(pi|dziewi|dziesi)ęć$/, '$1ęciu'],
    [/(sześ|siedm|ośm)(ć|)$/, '$1ciu'],
    [/siedem$/, 'siedmiu'],
    [/osiem$/, 'ośmiu'],
    [/^jeden (?=tysiąc|milion)/, ''],
  ],
  pt: [
    [/um$/, 'uma'],
    [/dois/, 'duas'],
    [/dezas/, 'dezes'],
    [/dezanove/, 'dezenove'],
    [/catorze/, 'quatorze'],
    [/entos/g, 'entas'],
    [/vírgula/, 'ponto'],
  ],
  ro: [
    [/unu$/, 'un|una|o'],
    [/^unul$/, 'unu'],
  ],
  ru: [
    [/один$/, 'одно|одного|одному|одним'],
    [/одна$/, 'одной|одну'],
    [/два$/, 'двух|двум|двое'],
    [/три$/, 'трех|трем|трое'],
    [/четыре$/, 'четырех|четырем'],
    [/восемь$/, 'восьми'],
    [/([ят]|цат|шест|сем)ь$/, '$1и|$1ью'],
    [/^сто$/, 'ста'],
    [/сорок$/, 'сорока'],
    [/^(?:одна|один) (?=тысяч|миллион)/, ''],
    [/ноль/, 'нуль'],
    [/запятая/, 'целых|целая|и'],
  ],
  sr: SERBO_CROATIAN,
  sv: [
    [/ett$/, 'en'],
    [/^(?=hundra|tusen)/, 'ett '],
  ],
  th: [[/^หนึ่ง(?=ร้อย|พัน|หมื่น|แสน|ล้าน)/, '']],
  uk: [
    [/один$/, 'одне|одного'],
    [/одна$/, 'одну|однієї'],
    [/два$/, 'двох'],
    [/три$/, 'трьох'],
    [/^(?:одна|один) (?=тисяч|мільйон)/, ''],
  ],
  vi: [
    [/mươi bốn$/, 'mươi tư'],
    [/mươi (?=\S)/, ''],
    [/lăm$/, 'nhăm'],
    [/lẻ/g, 'linh'],
    [/nghìn/g, 'ngàn'],
  ],
};

/** Endings of ordinals, each with its alternatives. */
const ORDINALS: Record<string, readonly Form[]> = {
  ar: [
    [/^ال/, ''],
    [/$/, 'ة'],
    [/^الأولة$/, 'الأولى'],
    [/^أولة$/, 'أولى'],
  ],
  cs: [
    [/ý/g, 'á|é|ého|ém|ému|ou|ých|ým'],
    [/í$/, 'ího|ím|ímu'],
  ],
  de: [[/te$/, 'ten|ter|tes|tem']],
  el: [[/ος/g, 'η|ο|ου|ης|ην|ον|οι|ες|α']],
  en: [[/^one (?=hundred|thousand|million)/, '|a ']],
  es: [
    [/o(?= |$)/g, 'a|os|as'],
    [/(primer|tercer)o$/, '$1'],
    [/^séptim/, 'sétim'],
  ],
  fr: [
    [/premier$/, 'première|premiers|premières'],
    [/^deuxième$/, 'second|seconde|seconds|secondes'],
    [/ième$/, 'ièmes'],
  ],
  he: [
    [/^/, 'ה'],
    [/י$/, 'ית'],
    [/^(ה?)ראשון$/, '$1ראשונה'],
    [/^(ה?)שנית$/, '$1שניה|$1שנייה'],
    [/^(ה?)שמינית$/, '$1שמינית'],
  ],
  hi: [
    [/ा$/, 'ी|े'],
    [/वाँ$/, 'वां|वीं|वें|वा'],
  ],
  hr: SERBO_CROATIAN_ORDINALS,
  it: [[/o$/, 'a|i|e']],
  ko: [[/^제/, '']],
  lt: [[/as$/, 'a|asis|oji|o|os|ą|ai|us|ame']],
  lv: [[/ais$/, 'ā|o|ajā|ajai|ie|ās|s|a']],
  pl: [
    [/y(?= |$)/g, 'a|e|ego|emu|ym|ej|ą|ych'],
    [/i(?= |$)/g, 'ia|ie|iego|iemu|im|iej|ią|ich'],
    [/(drug|trzec)i$/, '$1a|$1ą|$1iego|$1iej|$1im'],
  ],
  pt: [[/o(?= |$)/g, 'a|os|as']],
  ro: [[/^al (.*)lea$/, 'a $1a']],
  sr: SERBO_CROATIAN_ORDINALS,
  ru: [
    [/^одна (?=тысяч)/, ''],
    [/[ыио]й$/, 'ая|ое|ого|ому|ом|ую|ые|ых|ым|ыми|ей'],
    [
      /^третий$|(?<= )третий$/,
      'третья|третье|третьего|третьему|третьем|третьей|третью|третьи|третьих|третьим',
    ],
  ],
  uk: [
    [/^(?:одна|один) (?=тисяч)/, ''],
    [/ий$/, 'а|е|ого|ому|ої|у|і|им|их|ій|ю|я|є|ього'],
  ],
  vi: [[/thứ bốn$/, 'thứ tư']],
};

/** Forms of numbers that are read digit by digit: one oh one, double oh seven. */
const DIGITS: Record<string, readonly Form[]> = {
  en: [
    [/zero/g, 'oh|o'],
    [/\b(\w+) \1 \1\b/g, 'triple $1'],
    [/\b(\w+) \1\b/g, 'double $1'],
  ],
  ja: [[/零/g, 'ゼロ']],
  ko: [[/영/g, '공']],
};

const FORMS = { cardinal: CARDINALS, ordinal: ORDINALS, digits: DIGITS };

const MAX_READINGS = 200;

/** Returns every form of a reading in a language, starting with `reading` itself. */
export function listForms(reading: string, base: string, kind: keyof typeof FORMS): string[] {
  const readings = new Set([reading]);
  for (const [pattern, alternatives] of FORMS[kind][base] ?? []) {
    for (const reading of [...readings]) {
      if (reading.search(pattern) < 0 || readings.size > MAX_READINGS) continue;
      for (const other of alternatives.split('|')) readings.add(reading.replace(pattern, other));
    }
  }
  return [...readings];
}

/** Suffixes of ordinals in digits, by language: 1st, 1er, 3º, 5-я. */
export const ORDINAL_SUFFIXES: Record<string, RegExp> = {
  ca: /^(?:r|n|t|è|e|a|o)$/,
  da: /^(?:e|de|te)$/,
  el: /^(?:[οό]σ|[ηή][σν]?|[οό]ν?|ο[υύ]|[αά])$/,
  en: /^(?:st|nd|rd|th)$/,
  es: /^(?:o|a|os|as|er|ro|ra|do|da|to|ta)$/,
  fr: /^(?:er|ère|re|ers|e|è|ème|eme|ième|ieme|nd|nde|d|de)$/,
  hi: /^(?:ला|रा|था|ठा|वाँ|वां|वीं|वें|ली|री)$/,
  it: /^(?:o|a|i|e)$/,
  nl: /^(?:e|de|ste)$/,
  pt: /^(?:o|a|os|as)$/,
  ru: /^[а-я]{1,3}$/,
  sv: /^(?:a|e)$/,
  tr: /^[ıiuü]?nc[ıiuü]$/,
  uk: /^[а-яії]{1,3}$/,
};

/** Languages that write an ordinal with a full stop after the digits: 3. Mai. */
export const ORDINAL_POINT = new Set('de da nb no pl cs sk sl hr sr hu fi tr et lv is'.split(' '));

/** Words next to which a number is an ordinal, as it is next to a month: الساعة 5, 20 век. */
export const BESIDE_ORDINALS: Record<string, string> = {
  ar: 'الساعة',
  pl: 'godzina godzinie godziny wiek wieku klasa klasie klasy',
  ru: 'век века веке класс класса классе этаж этажа этаже',
};

/** Phrases that add a half to a number; # stands for the number. */
export const HALVES: Record<string, string> = {
  ar: '# ونصف',
  cs: '# a půl',
  de: '#einhalb',
  el: '# και μισό|# και μισή|#μισι|#ήμισι',
  en: '# and a half',
  es: '# y medio|# y media',
  fr: '# et demi|# et demie',
  he: '# וחצי',
  hi: 'साढ़े #',
  it: '# e mezzo|# e mezza',
  nl: '#ënhalf|#eneenhalf',
  pl: '# i pół',
  pt: '# e meio|# e meia',
  ro: '# și jumătate',
  ru: '# с половиной',
  sv: '# och en halv|# och ett halvt',
  tr: '# buçuk',
  uk: '# з половиною',
  vi: '# rưỡi',
};

/** Languages that read a year as an ordinal. */
export const ORDINAL_YEARS = new Set(['ru', 'uk', 'pl']);

/** Returns the readings of a number with an ending. Korean has names of months (6월, 유월) and omits one before ten thousand (1만, 만). */
export function addEnding(reading: string, ending: string, base: string): string[] {
  if (base !== 'ko') return [reading + ending];
  if (ending.startsWith('월')) return [(KOREAN_MONTHS[reading] ?? reading) + ending];
  return reading === '일' && /^[백천만]/.test(ending) ? [reading + ending, ending] : [reading + ending];
}

const KOREAN_MONTHS: Record<string, string> = { 육: '유', 십: '시' };

const KOREAN_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];
const KOREAN_ONES = ['', '하나|한|첫', '둘|두', '셋|세', '넷|네', '다섯', '여섯', '일곱', '여덟', '아홉'];

/** Returns the native Korean numerals for 1 to 99, standalone and before a counter; an empty list for other values. */
export function nativeKorean(value: number): string[] {
  if (!(value >= 1 && value <= 99)) return [];
  const tens = KOREAN_TENS[Math.floor(value / 10)] ?? '';
  const ones = (KOREAN_ONES[value % 10] ?? '').split('|');
  const readings = ones.map((digit) => tens + digit);
  return value === 20 ? [...readings, '스무'] : readings;
}
