import { describe, expect, it } from 'vitest';
import { clean } from './clean.ts';

const cleanText = (text: string) =>
  clean([{ index: 1, start: 0, end: 1000, text }], { hearingImpaired: true }).cues[0]?.text ?? null;

describe('a sound in brackets before speech', () => {
  it.each([
    ['English', '[door slams] Come in.', 'Come in.'],
    ['English in capitals', '[DOOR SLAMS] Come in.', 'Come in.'],
    ['German', '[Tür knallt] Herein!', 'Herein!'],
    ['French', '[porte qui claque] Entrez !', 'Entrez !'],
    ['Spanish', '[portazo] ¡Adelante!', '¡Adelante!'],
    ['Portuguese', '[porta batendo] Entre.', 'Entre.'],
    ['Italian', '[sbatte la porta] Avanti!', 'Avanti!'],
    ['Polish', '[trzask drzwi] Proszę!', 'Proszę!'],
    ['Czech', '[bouchnutí dveří] Dále!', 'Dále!'],
    ['Turkish', '[kapı çarpar] Gir!', 'Gir!'],
    ['Vietnamese', '[tiếng đóng cửa] Mời vào.', 'Mời vào.'],
    ['Greek', '[χτύπημα πόρτας] Πέρασε.', 'Πέρασε.'],
    ['Russian', '[хлопает дверь] Войдите!', 'Войдите!'],
    ['Ukrainian', '[грюкають двері] Заходьте!', 'Заходьте!'],
    ['Arabic', '[صوت باب] ادخل', 'ادخل'],
    ['Persian', '[صدای در] بفرمایید', 'بفرمایید'],
    ['Hebrew', '[דלת נטרקת] היכנס', 'היכנס'],
    ['Hindi', '[दरवाज़ा बंद] आइए', 'आइए'],
    ['Thai', '[เสียงประตู] เข้ามา', 'เข้ามา'],
    ['Korean', '[문 닫는 소리] 들어와', '들어와'],
    ['Japanese', '[ドアが閉まる音] どうぞ', 'どうぞ'],
    ['Chinese', '[关门声] 请进', '请进'],
    ['Georgian', '[კარის ხმა] შემოდი', 'შემოდი'],
    ['Armenian', '[դռան ձայն] Մտիր', 'Մտիր'],
  ])('is removed in %s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});

describe('a sound in round brackets after speech', () => {
  it.each([
    ['English', 'Come in. (sighs)', 'Come in.'],
    ['German', 'Herein! (seufzt)', 'Herein!'],
    ['French', 'Entrez ! (soupir)', 'Entrez !'],
    ['Spanish', '¡Adelante! (suspira)', '¡Adelante!'],
    ['Greek', 'Πέρασε. (αναστενάζει)', 'Πέρασε.'],
    ['Russian', 'Войдите! (вздыхает)', 'Войдите!'],
    ['Arabic', 'ادخل. (يتنهد)', 'ادخل.'],
    ['Hebrew', 'היכנס. (נאנח)', 'היכנס.'],
    ['Hindi', 'आइए। (आह भरकर)', 'आइए।'],
    ['Thai', 'เข้ามา (ถอนหายใจ)', 'เข้ามา'],
    ['Korean', '들어와. (한숨)', '들어와.'],
    ['Japanese', 'どうぞ。（ため息）', 'どうぞ。'],
    ['Chinese', '请进。（叹气）', '请进。'],
  ])('is removed in %s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});

describe('Chinese, Japanese and Korean brackets', () => {
  it.each([
    ['round ones', '（笑い声）そうだね', 'そうだね'],
    ['square ones', '［笑い声］そうだね', 'そうだね'],
    ['lenticular ones', '【笑い声】そうだね', 'そうだね'],
    ['shell ones', '〔笑い声〕そうだね', 'そうだね'],
    ['round ones in the middle', 'でも（笑い声）ね', 'でもね'],
    ['round ones on a line of their own', '（電話の音）\nもしもし', 'もしもし'],
    ['round ones over two lines', '（遠くで\n犬が吠える）誰？', '誰？'],
    ['two kinds side by side', '【男】（小声で）静かに', '静かに'],
    ['one kind inside the other', '（男【小声】）静かに', '静かに'],
    ['with a full-width colon', '【女】：好的', '好的'],
    ['with a small colon', '（女）﹕好的', '好的'],
    ['with an ideographic space', '（女）　好的', '好的'],
    ['in both speakers’ lines', '（男）はい\n（女）いいえ', 'はい\nいいえ'],
    ['before a comma', '（咳），我来了', '我来了'],
    ['before a full stop at the end', '我来了（咳）。', '我来了。'],
    ['in Traditional Chinese', '（敲門聲）誰啊？', '誰啊？'],
    ['in Korean', '（한숨） 그래', '그래'],
  ])('are removed: %s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  it.each(['（音楽）', '［拍手］', '【笑】', '〔足音〕', '（男の声）\n（女の声）'])(
    'are removed with their cue: %j',
    (text) => {
      expect(cleanText(text)).toBeNull();
    },
  );

  it.each([
    ['corner quotes', '「静かに」と言った'],
    ['double corner quotes', '『吾輩は猫である』を読む'],
    ['book marks', '《红楼梦》很长'],
    ['single book marks', '〈第一章〉を読む'],
    ['white lenticular brackets', '〖注〗看这里'],
    ['unclosed ones', '（そうだね'],
    ['unopened ones', 'そうだね）'],
    ['two kinds that don’t belong together', '（そう】だね'],
    ['a reading', '東京（とうきょう）に行く'],
    ['a reading with a long vowel', '拉麺（らーめん）を食べる'],
    ['a name in Latin letters', '李（Li）先生'],
    ['a full-width number', '第（１）章'],
    ['a year', '平成（1989）年'],
    ['a formula', '面积（a×b）是多少'],
    ['a name in Latin letters after a long vowel', 'コーヒー（coffee）を飲む'],
    ['a long aside', '这个定理（我们以后会慢慢讲到的那个定理）很重要'],
  ])('are kept: %s', (_, text) => {
    expect(cleanText(text)).toBe(text);
  });

  it.each([
    ['a sound in katakana after a character is removed', '玄関（ガチャ）', '玄関'],
    [
      'a longer sound after a character stays',
      '彼（ああああああああああああ）',
      '彼（ああああああああああああ）',
    ],
    ['a name at the start of a line is removed, in any script', '（かんじ）です', 'です'],
  ])('are judged by their content: %s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});

describe('brackets with numbers and formulas', () => {
  it.each([
    ['a number', 'See (12) below.'],
    ['a number with a point', 'It is (3.5) wide.'],
    ['a range', 'Read [10-20] now.'],
    ['a share', 'Most (95%) agree.'],
    ['a sum of money', 'It costs (€5) more.'],
    ['a power', 'x^{2} it is.'],
    ['a matrix', 'Take [1 0; 0 1] now.'],
    ['Arabic digits', 'انظر (١٢) هنا'],
    ['Indian digits', 'देखो (१२) यहाँ'],
    ['a variable and a number', 'Take (x2) now.'],
    ['one letter', 'Then (b) comes.'],
    ['two letters with an operator', 'Take (a+b) now.'],
    ['letters in a row', 'Take [a, b, c] now.'],
    ['a Greek letter', 'Take (π) now.'],
    ['a Russian letter', 'Возьмём (ж) теперь.'],
    ['a function of Greek', 'So φ(t) rises.'],
  ])('are kept: %s', (_, text) => {
    expect(cleanText(text)).toBe(text);
  });

  it.each([
    ['a sound with a number of words', '[phone rings 3 times] Yes?', 'Yes?'],
    ['a speaker with a number', '(man 2) Yes?', 'Yes?'],
    ['two letters, which are a word', '(oh) Yes?', 'Yes?'],
    ['Chinese with a number', '（3点钟响）来了', '来了'],
  ])('are removed: %s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});

describe('YouTube’s labels', () => {
  it.each([
    '[Music]',
    '[Applause]',
    '[Laughter]',
    '[Música]',
    '[Musik]',
    '[Musique]',
    '[Музыка]',
    '[音楽]',
    '[음악]',
    '[音乐]',
    '[संगीत]',
    '[موسيقى]',
    '[מוזיקה]',
    '[เพลง]',
  ])('are removed with their cue: %s', (text) => {
    expect(cleanText(text)).toBeNull();
  });

  it.each(['[ __ ]', '[__]', '[ ____ ]', '[\u00A0__\u00A0]', '[&nbsp;__&nbsp;]', '[ _ ]', '[ __ __ ]'])(
    'are kept as a bleeped word: %s',
    (bleep) => {
      expect(cleanText(`what the ${bleep} was that`)).toBe(`what the ${bleep} was that`);
    },
  );

  it('are removed beside a bleeped word', () => {
    expect(cleanText('[Music] what the [ __ ]')).toBe('what the [ __ ]');
  });
});
