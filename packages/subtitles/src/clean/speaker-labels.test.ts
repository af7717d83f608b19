import { describe, expect, it } from 'vitest';
import { testWith } from '../testing/test-cleaning.ts';

const { cleanText, testCleaning, testUnchanged } = testWith({ speakerNames: true });

describe('speaker labels', () => {
  testCleaning([
    [
      'leave a small letter at the start of another line with a colon',
      'MAN: hello there.\nand the time: five',
      'Hello there.\nand the time: five',
    ],
    ['are removed before speech', 'MAN: Hello.', 'Hello.'],
    ['are removed if a role is divided over two lines', 'MAN ON\nRADIO: Come in.', 'Come in.'],
    [
      'are removed if a role is divided before its source',
      '- Woman\non TV: Hello.\n- Hi.',
      '- Hello.\n- Hi.',
    ],
    [
      'are removed in a line after a Greek question mark',
      'Τι θέλεις; ΜΑΡΙΑ: Τίποτα.',
      '- Τι θέλεις;\n- Τίποτα.',
    ],
    [
      'are removed on a second line after a Greek question mark',
      'Τι θέλεις;\nΜΑΡΙΑ: Τίποτα.',
      '- Τι θέλεις;\n- Τίποτα.',
    ],
    ['are removed in a line in Arabic', 'من هناك؟ سارة: أنا.', '- من هناك؟\n- أنا.'],
    ['are removed in a line in Hebrew', 'מה? דוד: כלום.', '- מה?\n- כלום.'],
    ['are removed before German quotes', 'MANN: „ja.“', '„Ja.“'],
    ['are removed before reversed guillemets', 'MANN: »ja.«', '»Ja.«'],
    ['are removed with a number', 'MAN 2: Hello.', 'Hello.'],
    ['are removed with a number sign', 'OFFICER #2: Halt!', 'Halt!'],
    ['are removed with an ordinal', '1ST WOMAN: Hello.', 'Hello.'],
    ['are removed with a title', 'DR. SMITH: Sit down.', 'Sit down.'],
    ['are removed with a title in small letters', 'Mrs. SMITH: Sit down.', 'Sit down.'],
    ['are removed with an apostrophe', "O'BRIEN: Aye.", 'Aye.'],
    ['are removed with a typographic apostrophe', 'M’BENGA: Good.', 'Good.'],
    ['are removed with a Scottish name', 'McCOY: He is dead, Jim.', 'He is dead, Jim.'],
    ['are removed with a hyphen', 'ANNE-MARIE: Oui.', 'Oui.'],
    ['are removed with two names', 'JOHN & MARY: Surprise!', 'Surprise!'],
    ['are removed with several words', 'MAN ON RADIO: Come in.', 'Come in.'],
    ['are removed with a note', 'JOHN (O.S.): Wait!', 'Wait!'],
    ['are removed with a note in squares', 'JOHN [on phone]: Wait!', 'Wait!'],
    ['are removed in round brackets', '(MAN): Hello.', 'Hello.'],
    ['are removed in square brackets', '[Man]: Hello.', 'Hello.'],
    ['are removed as one letter', 'Q: Who are you?', 'Who are you?'],
    ['are removed without a space after them', 'JOHN:Hello.', 'Hello.'],
    ['are removed with a space before the colon', 'HOMME : Bonjour.', 'Bonjour.'],
    ['are removed twice', 'MAN: JOHN: Hello.', 'Hello.'],
    ['are removed before a second line', 'JOHN: I think\nyou are right.', 'I think\nyou are right.'],
    ['are removed on a second line after a sentence', 'JOHN: Hi.\nMARY: Hello.', '- Hi.\n- Hello.'],
    ['are removed on two lines without a sentence end', 'JOHN: I know\nMARY: So do I', '- I know\n- So do I'],
    ['are removed before capitals', 'MAN: HELLO THERE.', 'HELLO THERE.'],
    ['are removed before quotes', 'JOHN: "Hello."', '"Hello."'],
    ['are removed before a song', 'JOHN: ♪ La la ♪', '♪ La la ♪'],
    ['are removed before an ellipsis', 'JOHN: …and then', '…and then'],
    ['are removed from italics', '<i>JOHN: Hello.</i>', '<i>Hello.</i>'],
    ['are removed with italics', '<i>JOHN:</i> Hello.', 'Hello.'],
    ['are removed with bold', '<b>JOHN:</b> Hello.', 'Hello.'],
    ['are removed with bold before the colon', '<b>JOHN</b>: Hello.', 'Hello.'],
    ['are removed with tags around each part', '<i>JOHN</i> <b>(V.O.)</b>: Hello.', 'Hello.'],
    ['are removed before a note, with a capital after it', 'JOHN: [sighs] hello.', '[sighs] Hello.'],
    ['are removed with a Russian ordinal', '1-Й СОЛДАТ: Стой!', 'Стой!'],
    ['are removed with a Spanish ordinal', '2º HOMBRE: Hola.', 'Hola.'],
    ['are removed before italics, which are capitalised', 'JOHN: <i>hello.</i>', '<i>Hello.</i>'],
    ['are removed as a French voice-over', 'Voix off : il était une fois…', 'Il était une fois…'],
    ['are removed after an override block', '{\\an8}JOHN: Hello.', '{\\an8}Hello.'],
    ['are removed on a separate line', 'JOHN:\nHello.', 'Hello.'],
    ['are removed on a separate line in italics', '<i>JOHN:\nHello.</i>', '<i>Hello.</i>'],
    ['are removed on a separate line in capitals', 'JOHN:\nHELLO.', 'HELLO.'],
    ['are removed as a last line after a sentence', 'Hello.\nJOHN:', 'Hello.'],
    ['are removed as a last line with a dash', 'Hello.\n- JOHN:', 'Hello.'],
    ['are removed as a last line of two words', 'Come in.\nOLD MAN:', 'Come in.'],
    ['are removed with the cue if it has no other text', 'JOHN:', null],
    ['are removed after a dash', '- JOHN: Hello.\n- MARY: Hi.', '- Hello.\n- Hi.'],
    ['are removed after a dash without a space', '-JOHN: Hello.\n-MARY: Hi.', '- Hello.\n- Hi.'],
    ['are removed in Spanish', 'HOMBRE: ¿Qué pasa?', '¿Qué pasa?'],
    ['are removed with Spanish letters', 'SEÑOR NÚÑEZ: Adiós.', 'Adiós.'],
    ['are removed in French', 'FRANÇOIS : Ça va ?', 'Ça va ?'],
    ['are removed in German', 'MÜLLER: Grüß Gott.', 'Grüß Gott.'],
    ['are removed in Russian', 'ИВАН: Привет.', 'Привет.'],
    ['are removed in Greek', 'ΝΊΚΟΣ: Γεια σου.', 'Γεια σου.'],
    ['are removed in Chinese', '老师：上课了', '上课了'],
    ['are removed in Chinese with a narrow colon', '老师: 上课了', '上课了'],
    ['are removed in Chinese on both lines', '老师：上课了\n学生：老师好', '- 上课了\n- 老师好'],
    ['are removed in Japanese', 'ナレーター：昔々', '昔々'],
    ['are removed in Korean', '민수: 안녕하세요', '안녕하세요'],
    ['are removed in Arabic', 'أحمد: مرحبا', 'مرحبا'],
    ['are removed in Hebrew', 'דוד: שלום', 'שלום'],
    ['are removed in Hindi', 'राम: नमस्ते', 'नमस्ते'],
    ['are removed in Thai', 'สมชาย: สวัสดี', 'สวัสดี'],
  ]);
});

describe('the letter after a label', () => {
  testCleaning([
    ['becomes upper case', 'JOHN: hello.', 'Hello.'],
    ['becomes upper case after a Spanish mark', 'JUAN: ¿qué pasa?', '¿Qué pasa?'],
    ['becomes upper case after quotes', 'JOHN: "hello."', '"Hello."'],
    ['becomes upper case on the next line', 'JOHN:\nhello.', 'Hello.'],
    ['stays in a word with capitals inside', 'JOHN: iPhones are small.', 'iPhones are small.'],
    ['stays if it has no single capital', 'JOHN: ßo', 'ßo'],
  ]);

  it('is capitalised by Turkish rules in Turkish', () => {
    expect(cleanText('ALİ: iyi geceler', { language: 'tr' })).toBe('İyi geceler');
    expect(cleanText('ALİ: iyi geceler', { language: 'no such language!' })).toBe('Iyi geceler');
  });
});

describe('dialogue dashes after labels', () => {
  testCleaning([
    ['are added with two speakers', 'JOHN: Hi.\nMARY: Hello.', '- Hi.\n- Hello.'],
    ['are added for the first speaker without a label', 'Hi there.\nMARY: Hello.', '- Hi there.\n- Hello.'],
    ['are added with a dash on the other line', 'JOHN: Hi.\n- Hello.', '- Hi.\n- Hello.'],
    ['are added to the lines where a speaker begins', 'JOHN: Hi.\nMARY: I am\nlate.', '- Hi.\n- I am\nlate.'],
    ['are added on a third line', 'JOHN: Hi,\nMary.\nMARY: Hello.', '- Hi,\nMary.\n- Hello.'],
    ['are added with labels on separate lines', 'JOHN:\nHi.\nMARY:\nHello.', '- Hi.\n- Hello.'],
    ['are added inside italics', '<i>JOHN: Hi.</i>\n<i>MARY: Hello.</i>', '<i>- Hi.</i>\n<i>- Hello.</i>'],
    ['are not added for one speaker twice', 'JOHN: Hi.\nJOHN: Come in.', 'Hi.\nCome in.'],
    ['are not added for one speaker', 'JOHN: Hi.\nCome in.', 'Hi.\nCome in.'],
    ['are removed for one speaker', '- JOHN: Hi.', 'Hi.'],
    ['keep their length', '— JOHN: Hi.\n— MARY: Hello.', '— Hi.\n— Hello.'],
    ['are added where a speaker begins inside a line', 'JOHN: Hi. MARY: Hello.', '- Hi.\n- Hello.'],
    ['are added inside the second of two lines', 'I know\nhim. MARY: Who?', '- I know\nhim. - Who?'],
    ['are removed if a line was only a label', '- JOHN: Hi.\n- MARY:', 'Hi.'],
  ]);
});

describe('colons that are kept', () => {
  testUnchanged([
    ['in a time', 'We meet at 5:30.'],
    ['in a time at the start', '5:30 is too early.'],
    ['in a time in capitals', 'IT IS 5:30.'],
    ['in a time with spaces', '10 : 45'],
    ['in a ratio', 'Mix it 2:1.'],
    ['in a score', 'USA: 3'],
    ['in a telephone number', 'TEL: 555-0123'],
    ['in a verse', 'JOHN 3:16 says so.'],
    ['in an address', 'See https://example.org/a'],
    ['in an address in capitals', 'HTTP://EXAMPLE.ORG'],
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
    ['as the last character of a text in capitals', 'YOU NEED THREE THINGS:'],
    ['as the last of two lines', 'And she would like you to do\nthree things:'],
    ['on a second line in a sentence', 'I could hear the\nMAN ON RADIO: hello'],
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
    ['brackets, which another rule removes', '[sighs] Hello'],
    ['an effect, which another rule removes', '[Music]'],
    ['a dialogue', '- Hi.\n- Hello.'],
    ['a dialogue without spaces', '-Hi.\n-Hello.'],
    ['hyphens', '\u2010 Hi.\n\u2010 Hello.'],
  ]);
});

describe('turn marks', () => {
  testCleaning([
    ['are removed', '>> Hello there', 'Hello there'],
    ['are removed if three', '>>> In other news', 'In other news'],
    ['are removed without a space', '>>Hello there', 'Hello there'],
    ['are removed escaped', '&gt;&gt; Hello there', 'Hello there'],
    ['are removed alone', '>>', null],
    ['are removed alone and escaped', '&gt;&gt;', null],
    ['are removed with a name', '>> JOHN: Hello.', 'Hello.'],
    ['are removed with a name of capitals', '>> REPORTER: GOOD EVENING.', 'GOOD EVENING.'],
    ['become dashes on two lines', '>> Hi.\n>> Hello.', '- Hi.\n- Hello.'],
    ['become dashes on the second line', 'I know.\n>> Good.', '- I know.\n- Good.'],
    ['become a line after a sentence', 'Right. >> Yes.', '- Right.\n- Yes.'],
    ['become dashes with names', '>> JOHN: Hi.\n>> MARY: Hello.', '- Hi.\n- Hello.'],
    ['are removed at the end', 'I know.\n>>', 'I know.'],
    ['are removed from italics', '<i>>> Hello</i>', '<i>Hello</i>'],
  ]);
  testUnchanged([
    ['a shift', '8 >> 1 is 4'],
    ['one angle', '> Hello'],
    ['an arrow', 'a -> b'],
    ['an arrow of two', 'a >> b'],
    ['an ampersand', 'Q&A &gt; talk'],
  ]);
});

describe('voice spans', () => {
  testCleaning([
    ['are removed', '<v Mary>Hi, Bob</v>', 'Hi, Bob'],
    ['are removed with a class', '<v.loud Mary Jones>Hi, Bob</v>', 'Hi, Bob'],
    ['are removed unclosed', '<v Mary>Hi, Bob', 'Hi, Bob'],
    ['become dashes', '<v Mary>Hi, Bob</v>\n<v Bob>Hi, Mary</v>', '- Hi, Bob\n- Hi, Mary'],
    ['don’t become dashes for one voice', '<v Mary>Hi,</v>\n<v Mary>Bob</v>', 'Hi,\nBob'],
  ]);
  testUnchanged([
    ['another tag', '<video>Hi</video>'],
    ['a tag without a name', '<v>Hi</v>'],
  ]);
});
