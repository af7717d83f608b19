import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import { jitter, makeSpeech, mapTimes, oneToOnePairs, shift } from './testing/generated-talk.ts';
import { MARKET_DAY } from './testing/market-day.ts';

const TALKS: Record<string, readonly string[]> = {
  ...MARKET_DAY,
  ru: [
    'Доброе утро и добро пожаловать на рынок.',
    'Меня зовут Клара, я продаю яблоки.',
    'Сколько стоит килограмм?',
    'Три евро и 50 центов.',
    'Это дороже, чем на прошлой неделе!',
    'На прошлой неделе было 2 евро.',
    'В этом году дожди пришли поздно.',
    'Во сколько вы сегодня встали?',
    'В 4 утра, как всегда.',
    'Мой брат водит старый грузовик.',
    'Он ездит на нём с 1998 года.',
    'Вам нравится эта работа?',
    'Мне нравятся люди, которые приходят.',
    'Некоторые приходят уже 20 лет.',
    'Другие приходят один раз и больше никогда.',
    'Что вы делаете зимой?',
    'Мы делаем сок и чиним ящики.',
    'Хотите попробовать одно?',
    'Спасибо, оно очень сладкое.',
    'До следующей недели!',
  ],
  el: [
    'Καλημέρα και καλώς ήρθατε στην αγορά.',
    'Με λένε Κλάρα και πουλάω μήλα.',
    'Πόσο κάνει το κιλό;',
    'Τρία ευρώ και 50 λεπτά.',
    'Είναι ακριβότερο από την περασμένη εβδομάδα!',
    'Την περασμένη εβδομάδα ήταν 2 ευρώ.',
    'Η βροχή άργησε φέτος.',
    'Τι ώρα ξυπνήσατε σήμερα;',
    'Στις 4 το πρωί, όπως πάντα.',
    'Ο αδελφός μου οδηγεί το παλιό φορτηγό.',
    'Το οδηγεί από το 1998.',
    'Σας αρέσει η δουλειά;',
    'Μου αρέσουν οι άνθρωποι που έρχονται.',
    'Μερικοί έρχονται εδώ και 20 χρόνια.',
    'Άλλοι έρχονται μια φορά και ποτέ ξανά.',
    'Τι κάνετε τον χειμώνα;',
    'Φτιάχνουμε χυμό και επισκευάζουμε τα κουτιά.',
    'Θέλετε να δοκιμάσετε ένα;',
    'Ευχαριστώ, είναι πολύ γλυκό.',
    'Τα λέμε την άλλη εβδομάδα!',
  ],
  he: [
    'בוקר טוב וברוכים הבאים לשוק.',
    'שמי קלרה ואני מוכרת תפוחים.',
    'כמה עולה קילו?',
    'שלושה אירו ו-50 סנט.',
    'זה יקר יותר מבשבוע שעבר!',
    'בשבוע שעבר זה היה 2 אירו.',
    'הגשם איחר השנה.',
    'מתי קמת היום?',
    'ב-4 בבוקר, כמו תמיד.',
    'אחי נוהג במשאית הישנה.',
    'הוא נוהג בה מאז 1998.',
    'את אוהבת את העבודה?',
    'אני אוהבת את האנשים שבאים.',
    'יש שבאים כבר 20 שנה.',
    'אחרים באים פעם אחת ולא חוזרים.',
    'מה אתם עושים בחורף?',
    'אנחנו מכינים מיץ ומתקנים את הארגזים.',
    'רוצה לטעום אחד?',
    'תודה, הוא מתוק מאוד.',
    'נתראה בשבוע הבא!',
  ],
  hi: [
    'सुप्रभात, बाज़ार में आपका स्वागत है।',
    'मेरा नाम क्लारा है और मैं सेब बेचती हूँ।',
    'एक किलो कितने का है?',
    'तीन यूरो और ५० सेंट।',
    'यह पिछले हफ़्ते से महँगा है!',
    'पिछले हफ़्ते यह २ यूरो था।',
    'इस साल बारिश देर से आई।',
    'आज आप कब उठीं?',
    'सुबह ४ बजे, हमेशा की तरह।',
    'मेरा भाई पुराना ट्रक चलाता है।',
    'वह इसे १९९८ से चला रहा है।',
    'क्या आपको यह काम पसंद है?',
    'मुझे आने वाले लोग पसंद हैं।',
    'कुछ लोग २० साल से आ रहे हैं।',
    'कुछ एक बार आते हैं और फिर कभी नहीं।',
    'सर्दियों में आप क्या करते हैं?',
    'हम रस बनाते हैं और पेटियाँ ठीक करते हैं।',
    'क्या आप एक चखना चाहेंगे?',
    'धन्यवाद, यह बहुत मीठा है।',
    'अगले हफ़्ते मिलते हैं!',
  ],
  ko: [
    '안녕하세요, 시장에 오신 것을 환영합니다.',
    '저는 클라라이고 사과를 팔아요.',
    '1킬로에 얼마예요?',
    '3유로 50센트예요.',
    '지난주보다 비싸네요!',
    '지난주에는 2유로였어요.',
    '올해는 비가 늦게 왔어요.',
    '오늘 몇 시에 일어났어요?',
    '늘 그렇듯 새벽 4시요.',
    '오빠가 낡은 트럭을 몰아요.',
    '1998년부터 몰고 있어요.',
    '이 일이 좋아요?',
    '찾아오는 사람들이 좋아요.',
    '20년째 오는 분도 있어요.',
    '한 번 오고 다시 안 오는 분도 있어요.',
    '겨울에는 뭘 하세요?',
    '주스를 만들고 상자를 고쳐요.',
    '하나 드셔 보실래요?',
    '고마워요, 아주 달아요.',
    '다음 주에 봐요!',
  ],
};

const LANGUAGES = ['zh', 'ja', 'ko', 'ar', 'he', 'th', 'hi', 'ru', 'el'] as const;
const times = makeSpeech(20, 23);
const makeTalkIn = (language: string): Cue[] =>
  times.map((cue, index) => ({ ...cue, text: TALKS[language]?.[index] ?? '' }));
const alignedPairs = (original: readonly Cue[], target: readonly Cue[]) =>
  align(original, target).map((segment) => [segment.original, segment.target]);
const english = makeTalkIn('en');

describe.each(LANGUAGES)('English and %s', (language) => {
  const target = makeTalkIn(language);

  it('are aligned line by line if one is later', () => {
    expect(alignedPairs(english, shift(target, 22_000))).toEqual(oneToOnePairs(20));
  });

  it('are aligned line by line with another translator’s timing', () => {
    expect(alignedPairs(english, jitter(shift(target, 5000), 250))).toEqual(oneToOnePairs(20));
  });

  it('are aligned line by line if one runs faster', () => {
    expect(
      alignedPairs(
        english,
        mapTimes(target, (ms) => ms * 1.001 + 3000),
      ),
    ).toEqual(oneToOnePairs(20));
  });

  it('align a line with the two lines of its translation', () => {
    const { start = 0, end = 0, text = '' } = target[9] ?? {};
    const half = Math.round((start + end) / 2);
    const cut = [...text].length >> 1;
    const parts = [
      { index: 1, start, end: half - 40, text: [...text].slice(0, cut).join('') },
      { index: 1, start: half + 40, end, text: [...text].slice(cut).join('') },
    ];
    const divided = [...target.slice(0, 9), ...parts, ...target.slice(10)];
    expect(
      align(english, shift(divided, 6000)).find((segment) => segment.original.includes(9))?.target,
    ).toEqual([9, 10]);
  });

  it('don’t align a sound that only one file has', () => {
    const gap = times.findIndex((cue, index) => (times[index + 1]?.start ?? 0) - cue.end > 1200);
    const from = times[gap]?.end ?? 0;
    const tagged = [...english, { index: 1, start: from + 200, end: from + 1000, text: '[bell rings]' }];
    const unpaired = align(tagged, shift(target, 4000)).filter((segment) => segment.target.length === 0);
    expect(unpaired).toMatchObject([{ original: [20], mismatch: false, label: '1-0' }]);
  });
});

describe.each([
  ['zh', 'ja'],
  ['ru', 'ar'],
  ['ko', 'ja'],
  ['th', 'ko'],
])('%s and %s', (first, second) => {
  it('are aligned line by line', () => {
    expect(alignedPairs(makeTalkIn(first), jitter(shift(makeTalkIn(second), 11_000), 200))).toEqual(
      oneToOnePairs(20),
    );
  });

  it('are aligned the same with the tracks swapped', () => {
    expect(alignedPairs(shift(makeTalkIn(second), 11_000), makeTalkIn(first))).toEqual(oneToOnePairs(20));
  });
});
