import { describe, expect, it } from 'vitest';
import { clean } from './clean.ts';

const on = { speakerNames: true };

/** The text that is left of a cue, null where the cue goes. */
const cleaned = (text: string, options = {}) =>
  clean([{ index: 1, start: 0, end: 1000, text }], { ...on, ...options }).cues[0]?.text ?? null;

const cases = (list: [does: string, text: string, left: string | null][]) =>
  it.each(list)('%s: %j', (_, text, left) => expect(cleaned(text)).toBe(left));

const unchanged = (list: [what: string, text: string][]) =>
  it.each(list)('%s: %j', (_, text) => expect(cleaned(text)).toBe(text));

describe('speaker labels', () => {
  cases([
    [
      'leave a small letter at the start of another line with a colon',
      'MAN: hello there.\nand the time: five',
      'Hello there.\nand the time: five',
    ],
    ['go before speech', 'MAN: Hello.', 'Hello.'],
    ['go where a role is broken over two lines', 'MAN ON\nRADIO: Come in.', 'Come in.'],
    ['go where a role is broken before its source', '- Woman\non TV: Hello.\n- Hi.', '- Hello.\n- Hi.'],
    ['go within a line after a Greek question mark', 'Τι θέλεις; ΜΑΡΙΑ: Τίποτα.', '- Τι θέλεις;\n- Τίποτα.'],
    [
      'go on a second line after a Greek question mark',
      'Τι θέλεις;\nΜΑΡΙΑ: Τίποτα.',
      '- Τι θέλεις;\n- Τίποτα.',
    ],
    ['go within a line in Arabic', 'من هناك؟ سارة: أنا.', '- من هناك؟\n- أنا.'],
    ['go within a line in Hebrew', 'מה? דוד: כלום.', '- מה?\n- כלום.'],
    ['go before German quotes', 'MANN: „ja.“', '„Ja.“'],
    ['go before reversed guillemets', 'MANN: »ja.«', '»Ja.«'],
    ['go with a number', 'MAN 2: Hello.', 'Hello.'],
    ['go with a number sign', 'OFFICER #2: Halt!', 'Halt!'],
    ['go with an ordinal', '1ST WOMAN: Hello.', 'Hello.'],
    ['go with a title', 'DR. SMITH: Sit down.', 'Sit down.'],
    ['go with a title in small letters', 'Mrs. SMITH: Sit down.', 'Sit down.'],
    ['go with an apostrophe', "O'BRIEN: Aye.", 'Aye.'],
    ['go with a typographic apostrophe', 'M’BENGA: Good.', 'Good.'],
    ['go with a Scottish name', 'McCOY: He is dead, Jim.', 'He is dead, Jim.'],
    ['go with a hyphen', 'ANNE-MARIE: Oui.', 'Oui.'],
    ['go with two names', 'JOHN & MARY: Surprise!', 'Surprise!'],
    ['go with several words', 'MAN ON RADIO: Come in.', 'Come in.'],
    ['go with a note', 'JOHN (O.S.): Wait!', 'Wait!'],
    ['go with a note in squares', 'JOHN [on phone]: Wait!', 'Wait!'],
    ['go in round brackets', '(MAN): Hello.', 'Hello.'],
    ['go in square brackets', '[Man]: Hello.', 'Hello.'],
    ['go as one letter', 'Q: Who are you?', 'Who are you?'],
    ['go without a space behind', 'JOHN:Hello.', 'Hello.'],
    ['go with a space before the colon', 'HOMME : Bonjour.', 'Bonjour.'],
    ['go twice', 'MAN: JOHN: Hello.', 'Hello.'],
    ['go before a second line', 'JOHN: I think\nyou are right.', 'I think\nyou are right.'],
    ['go on a second line after a sentence', 'JOHN: Hi.\nMARY: Hello.', '- Hi.\n- Hello.'],
    ['go on two lines without a sentence end', 'JOHN: I know\nMARY: So do I', '- I know\n- So do I'],
    ['go before capitals', 'MAN: HELLO THERE.', 'HELLO THERE.'],
    ['go before quotes', 'JOHN: "Hello."', '"Hello."'],
    ['go before a song', 'JOHN: ♪ La la ♪', '♪ La la ♪'],
    ['go before an ellipsis', 'JOHN: …and then', '…and then'],
    ['go from italics', '<i>JOHN: Hello.</i>', '<i>Hello.</i>'],
    ['go with their own italics', '<i>JOHN:</i> Hello.', 'Hello.'],
    ['go with their own bold', '<b>JOHN:</b> Hello.', 'Hello.'],
    ['go with their own bold before the colon', '<b>JOHN</b>: Hello.', 'Hello.'],
    ['go with tags around each part', '<i>JOHN</i> <b>(V.O.)</b>: Hello.', 'Hello.'],
    ['go from before a note, with a capital after it', 'JOHN: [sighs] hello.', '[sighs] Hello.'],
    ['go with a Russian ordinal', '1-Й СОЛДАТ: Стой!', 'Стой!'],
    ['go with a Spanish ordinal', '2º HOMBRE: Hola.', 'Hola.'],
    ['go from before italics, which are capitalised', 'JOHN: <i>hello.</i>', '<i>Hello.</i>'],
    ['go as a French voice-over', 'Voix off : il était une fois…', 'Il était une fois…'],
    ['go after an override block', '{\\an8}JOHN: Hello.', '{\\an8}Hello.'],
    ['go on a line of their own', 'JOHN:\nHello.', 'Hello.'],
    ['go on a line of their own in italics', '<i>JOHN:\nHello.</i>', '<i>Hello.</i>'],
    ['go on a line of their own in capitals', 'JOHN:\nHELLO.', 'HELLO.'],
    ['go as a last line after a sentence', 'Hello.\nJOHN:', 'Hello.'],
    ['go as a last line with a dash', 'Hello.\n- JOHN:', 'Hello.'],
    ['go as a last line of two words', 'Come in.\nOLD MAN:', 'Come in.'],
    ['go as the whole cue', 'JOHN:', null],
    ['go after a dash', '- JOHN: Hello.\n- MARY: Hi.', '- Hello.\n- Hi.'],
    ['go after a dash without a space', '-JOHN: Hello.\n-MARY: Hi.', '- Hello.\n- Hi.'],
    ['go in Spanish', 'HOMBRE: ¿Qué pasa?', '¿Qué pasa?'],
    ['go with Spanish letters', 'SEÑOR NÚÑEZ: Adiós.', 'Adiós.'],
    ['go in French', 'FRANÇOIS : Ça va ?', 'Ça va ?'],
    ['go in German', 'MÜLLER: Grüß Gott.', 'Grüß Gott.'],
    ['go in Russian', 'ИВАН: Привет.', 'Привет.'],
    ['go in Greek', 'ΝΊΚΟΣ: Γεια σου.', 'Γεια σου.'],
    ['go in Chinese', '老师：上课了', '上课了'],
    ['go in Chinese with a narrow colon', '老师: 上课了', '上课了'],
    ['go in Chinese on both lines', '老师：上课了\n学生：老师好', '- 上课了\n- 老师好'],
    ['go in Japanese', 'ナレーター：昔々', '昔々'],
    ['go in Korean', '민수: 안녕하세요', '안녕하세요'],
    ['go in Arabic', 'أحمد: مرحبا', 'مرحبا'],
    ['go in Hebrew', 'דוד: שלום', 'שלום'],
    ['go in Hindi', 'राम: नमस्ते', 'नमस्ते'],
    ['go in Thai', 'สมชาย: สวัสดี', 'สวัสดี'],
  ]);
});

describe('the letter after a label', () => {
  cases([
    ['is put in upper case', 'JOHN: hello.', 'Hello.'],
    ['is put in upper case after a Spanish mark', 'JUAN: ¿qué pasa?', '¿Qué pasa?'],
    ['is put in upper case after quotes', 'JOHN: "hello."', '"Hello."'],
    ['is put in upper case on the next line', 'JOHN:\nhello.', 'Hello.'],
    ['stays in a word with capitals inside', 'JOHN: iPhones are small.', 'iPhones are small.'],
    ['stays where it has no single capital', 'JOHN: ßo', 'ßo'],
  ]);

  it('is the Turkish one in Turkish', () => {
    expect(cleaned('ALİ: iyi geceler', { language: 'tr' })).toBe('İyi geceler');
    expect(cleaned('ALİ: iyi geceler', { language: 'no such language!' })).toBe('Iyi geceler');
  });
});

describe('dialogue dashes after labels', () => {
  cases([
    ['come with two speakers', 'JOHN: Hi.\nMARY: Hello.', '- Hi.\n- Hello.'],
    ['come for the first speaker without a label', 'Hi there.\nMARY: Hello.', '- Hi there.\n- Hello.'],
    ['come with a dash on the other line', 'JOHN: Hi.\n- Hello.', '- Hi.\n- Hello.'],
    ['come on the lines where a speaker begins', 'JOHN: Hi.\nMARY: I am\nlate.', '- Hi.\n- I am\nlate.'],
    ['come on a third line', 'JOHN: Hi,\nMary.\nMARY: Hello.', '- Hi,\nMary.\n- Hello.'],
    ['come with labels on their own lines', 'JOHN:\nHi.\nMARY:\nHello.', '- Hi.\n- Hello.'],
    ['come inside italics', '<i>JOHN: Hi.</i>\n<i>MARY: Hello.</i>', '<i>- Hi.</i>\n<i>- Hello.</i>'],
    ['do not come for one speaker twice', 'JOHN: Hi.\nJOHN: Come in.', 'Hi.\nCome in.'],
    ['do not come for one speaker', 'JOHN: Hi.\nCome in.', 'Hi.\nCome in.'],
    ['go for one speaker', '- JOHN: Hi.', 'Hi.'],
    ['stay long', '— JOHN: Hi.\n— MARY: Hello.', '— Hi.\n— Hello.'],
    ['come where a speaker begins inside a line', 'JOHN: Hi. MARY: Hello.', '- Hi.\n- Hello.'],
    ['come inside the second of two lines', 'I know\nhim. MARY: Who?', '- I know\nhim. - Who?'],
    ['go where a label was all of a line', '- JOHN: Hi.\n- MARY:', 'Hi.'],
  ]);
});

describe('colons that are kept', () => {
  unchanged([
    ['in a time', 'We meet at 5:30.'],
    ['in a time at the start', '5:30 is too early.'],
    ['in a time of capitals', 'IT IS 5:30.'],
    ['in a time with spaces', '10 : 45'],
    ['in a ratio', 'Mix it 2:1.'],
    ['in a score', 'USA: 3'],
    ['in a telephone number', 'TEL: 555-0123'],
    ['in a verse', 'JOHN 3:16 says so.'],
    ['in an address', 'See https://example.org/a'],
    ['in an address of capitals', 'HTTP://EXAMPLE.ORG'],
    ['in a path', 'C:\\temp'],
    ['in a face', 'OK :)'],
    ['in a sad face', 'NO :('],
    ['in a face of a letter', 'LOL :P'],
    ['after ‘Note’', 'Note: this is hot.'],
    ['after ‘Before’', 'Before: a wreck. After: a palace.'],
    ['after ‘NOTE’', 'NOTE: this is hot.'],
    ['after ‘P.S.’', 'P.S.: I love you.'],
    ['after a heading with a number', 'STEP 2: Wash it.'],
    ['after a Spanish heading', 'PASO 2: Lávalo.'],
    ['after a French heading', 'CHAPITRE 3: La mer.'],
    ['after a German announcement', 'ACHTUNG: Glatteis.'],
    ['after a clause', 'I tell you this: run.'],
    ['after a comma', 'WELL, JOHN: come here.'],
    ['after an exclamation', 'STOP! JOHN: come here.'],
    ['after a question', 'WHAT? JOHN: come.'],
    ['after a long text', 'THE VERY LONG NAME OF A VERY LONG SPEAKER: Hi.'],
    ['in brackets', '[NOW PLAYING: COOL JERK]'],
    ['in round brackets', '(THE CAPITOLS: "COOL JERK")'],
    ['as the last character', 'You need three things:'],
    ['as the last character of capitals', 'YOU NEED THREE THINGS:'],
    ['as the last of two lines', 'And she would like you to do\nthree things:'],
    ['on a second line within a sentence', 'I could hear the\nMAN ON RADIO: hello'],
    ['under a heading of capitals', 'HERE IS WHAT\nI NEED TO DO:'],
    ['in a list of capitals', 'THINGS TO DO TODAY: WASH.'],
    ['at the start', ': Hello'],
    ['before a colon', 'A::b'],
    ['in a series', 'RE:ZERO is good.'],
    ['after a number', '3: the third'],
    ['after ‘he said’ in Chinese', '他说：你好'],
    ['after a sentence in Chinese', '今天我们学习的内容如下：'],
    ['after a clause in Chinese', '这里有个技巧：移动它'],
    ['after a credit in Chinese', '字幕：社区'],
    ['after a credit in Korean', '번역: Min-Jae Jeong'],
    ['in an Arabic time', 'الساعة ٥:٣٠'],
    ['after ‘attention’ in Chinese', '注意：前方施工'],
    ['after a long clause in Chinese', '我们今天要讲的第一个问题：光'],
    ['after a topic in Japanese', '理由は：簡単です'],
    ['after ‘example’ in Japanese', '例：りんご'],
    ['after ‘note’ in Korean', '참고: 내일은 쉽니다'],
    ['after a topic in Korean', '결과는: 성공'],
    ['after ‘he said’ in Arabic', 'قال: مرحبا'],
    ['after ‘note’ in Arabic', 'ملاحظة: مهم'],
    ['after ‘he said’ in Hebrew', 'הוא אמר: שלום'],
    ['in a Chinese time', '上午10：30见'],
    ['brackets, which are another part', '[sighs] Hello'],
    ['an effect, which is another part', '[Music]'],
    ['a dialogue', '- Hi.\n- Hello.'],
    ['a dialogue without spaces', '-Hi.\n-Hello.'],
    ['hyphens', '\u2010 Hi.\n\u2010 Hello.'],
  ]);
});

describe('turn marks', () => {
  cases([
    ['go', '>> Hello there', 'Hello there'],
    ['go when three', '>>> In other news', 'In other news'],
    ['go without a space', '>>Hello there', 'Hello there'],
    ['go escaped', '&gt;&gt; Hello there', 'Hello there'],
    ['go alone', '>>', null],
    ['go alone and escaped', '&gt;&gt;', null],
    ['go with a name', '>> JOHN: Hello.', 'Hello.'],
    ['go with a name of capitals', '>> REPORTER: GOOD EVENING.', 'GOOD EVENING.'],
    ['become dashes on two lines', '>> Hi.\n>> Hello.', '- Hi.\n- Hello.'],
    ['become dashes on the second line', 'I know.\n>> Good.', '- I know.\n- Good.'],
    ['become a line after a sentence', 'Right. >> Yes.', '- Right.\n- Yes.'],
    ['become dashes with names', '>> JOHN: Hi.\n>> MARY: Hello.', '- Hi.\n- Hello.'],
    ['go at the end', 'I know.\n>>', 'I know.'],
    ['go from italics', '<i>>> Hello</i>', '<i>Hello</i>'],
  ]);
  unchanged([
    ['a shift', '8 >> 1 is 4'],
    ['one angle', '> Hello'],
    ['an arrow', 'a -> b'],
    ['an arrow of two', 'a >> b'],
    ['an ampersand', 'Q&A &gt; talk'],
  ]);
});

describe('voice spans', () => {
  cases([
    ['go', '<v Mary>Hi, Bob</v>', 'Hi, Bob'],
    ['go with a class', '<v.loud Mary Jones>Hi, Bob</v>', 'Hi, Bob'],
    ['go unclosed', '<v Mary>Hi, Bob', 'Hi, Bob'],
    ['become dashes', '<v Mary>Hi, Bob</v>\n<v Bob>Hi, Mary</v>', '- Hi, Bob\n- Hi, Mary'],
    ['become no dashes for one voice', '<v Mary>Hi,</v>\n<v Mary>Bob</v>', 'Hi,\nBob'],
  ]);
  unchanged([
    ['another tag', '<video>Hi</video>'],
    ['a tag without a name', '<v>Hi</v>'],
  ]);
});
