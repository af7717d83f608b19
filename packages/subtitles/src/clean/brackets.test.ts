import { describe, expect, it } from 'vitest';
import { clean } from './clean.ts';

const on = { hearingImpaired: true };

/** The text that is left of a cue, null where the cue goes. */
const cleaned = (text: string, options = {}) =>
  clean([{ index: 1, start: 0, end: 1000, text }], { ...on, ...options }).cues[0]?.text ?? null;

const cases = (list: [does: string, text: string, left: string | null][]) =>
  it.each(list)('%s: %j', (_, text, left) => expect(cleaned(text)).toBe(left));

const unchanged = (list: [what: string, text: string][]) =>
  it.each(list)('%s: %j', (_, text) => expect(cleaned(text)).toBe(text));

describe('brackets', () => {
  cases([
    ['go before speech', '[sighs] Fine.', 'Fine.'],
    ['go after speech', 'Fine. [sighs]', 'Fine.'],
    ['go in the middle with one of two spaces', 'I said [coughs] no.', 'I said no.'],
    ['go when round', '(whispering) Come here.', 'Come here.'],
    ['go when curly', '{noise} Hello', 'Hello'],
    ['go with several in a text', '[door opens] Hi. (to Anna) Sit down.', 'Hi. Sit down.'],
    ['go side by side', '[thunder] [rain] Run!', 'Run!'],
    ['go side by side without a space', '[thunder](rain) Run!', 'Run!'],
    ['go where nothing else stands', '[door slams]', null],
    ['go on every line', '[door slams]\n(footsteps)', null],
    ['go over two lines', '(a long way off,\na bell rings) Listen!', 'Listen!'],
    ['go over two lines before a line', '[crowd cheering\nin the distance]\nListen!', 'Listen!'],
    [
      'go between two lines and leave the break',
      'Now we go (distant\nthunder) home at last.',
      'Now we go\nhome at last.',
    ],
    ['go nested', '[man [on radio] laughing] Over.', 'Over.'],
    ['go nested in other ones', '(man [on radio] laughing) Over.', 'Over.'],
    ['go crossed, but for the one left open', '(one [two) three] four', 'three] four'],
    ['go when doubled', 'Hello [[noise]] there', 'Hello there'],
    ['go when empty', '[] Hello', 'Hello'],
    ['go with a colon behind', '[MAN]: Hello', 'Hello'],
    ['go with a colon behind on a second line', 'Hi.\n(WOMAN): Hello', 'Hi.\nHello'],
    ['go with a colon behind after a sentence', 'Hi. [WOMAN]: Hello', 'Hi. Hello'],
    ['go with a full-width colon behind', '【男】：你好', '你好'],
    ['leave the colon of a name', 'JOHN (O.S.): Wait!', 'JOHN: Wait!'],
    ['leave no space before a full stop', 'Hello (sighs).', 'Hello.'],
    ['leave no space before a comma', 'Well (sighs), fine.', 'Well, fine.'],
    ['leave one comma of two', 'Well, (sighs), fine.', 'Well, fine.'],
    ['leave no comma at the start', '(sighs), hello', 'hello'],
    ['leave no full stop alone', '(sighs). Hello', 'Hello'],
    ['leave an ellipsis at the start', '[coughs]... and then', '... and then'],
    ['leave no mark alone', '[gasps]!', null],
    ['leave no quotes alone', '"(laughs)"', null],
    ['leave quotes around speech', '"(laughs) Sure."', '"Sure."'],
    ['leave a space before a French mark', 'Quoi (rire) ?', 'Quoi ?'],
    ['leave words apart', 'Wait(coughing)for me', 'Wait for me'],
    ['leave the break after an emptied line', '[sighs]\nFine.', 'Fine.'],
    ['leave no break before an emptied line', 'Fine.\n[sighs]', 'Fine.'],
    ['leave an override block', '{\\an8}(sighs) Fine', '{\\an8}Fine'],
    ['leave an override block with brackets in it', '{\\pos(10,20)}[sighs] Fine', '{\\pos(10,20)}Fine'],
    ['leave tags', '<i>(sighs) Fine</i>', '<i>Fine</i>'],
    ['leave no tags around nothing', '<i>(sighs)</i> Fine', 'Fine'],
    ['leave music signs to the other switch', '♪ (humming) ♪', '♪ ♪'],
    ['go from a sung line', '♪ (louder) I will survive ♪', '♪ I will survive ♪'],
    ['leave the spaces elsewhere', '[sighs] One  two', 'One  two'],
    ['leave the spaces of other lines', ' One  two\n[sighs] Three', ' One  two\nThree'],
    ['go before a question mark after text', 'Really [gasps]?', 'Really?'],
    ['go after a dash inside', 'No-- [gasps]', 'No--'],
    ['go in Japanese', '（ため息）わかった', 'わかった'],
    ['go in Japanese within a sentence', 'でも（咳払い）それは', 'でもそれは'],
    ['go as a Japanese sound after a character', '玄関（ピンポーン）', '玄関'],
    ['go as a laugh in Japanese', 'そうだね（笑）', 'そうだね'],
    ['go in Japanese before a space', '（咲太）　あれは何だ', 'あれは何だ'],
    ['go in lenticular brackets', '【ナレーション】昔々', '昔々'],
    ['go in shell brackets', '〔拍手〕ありがとう', 'ありがとう'],
    ['go in full-width square brackets', '［拍手］ありがとう', 'ありがとう'],
    ['go in Chinese', '（笑声）大家好', '大家好'],
    ['go in Korean', '[한숨] 알았어', '알았어'],
    ['go in Korean after a word', '안녕(웃음)', '안녕'],
    ['go in Arabic', '[ضحك] مرحبا', 'مرحبا'],
    ['go in Hebrew', '(צחוק) שלום', 'שלום'],
    ['go in Hindi', '[हँसी] नमस्ते', 'नमस्ते'],
    ['go in Spanish', '[RISAS] ¡Hola!', '¡Hola!'],
    ['go in Russian', '(смеётся) Привет.', 'Привет.'],
    ['go with Windows line ends', '[sighs] One\r\nTwo', 'One\nTwo'],
  ]);
});

describe('dialogue dashes after brackets', () => {
  cases([
    ['go where one speaker is left', '- [laughs]\n- Hello.', 'Hello.'],
    ['go where the first speaker is left', '- Hello.\n- [laughs]', 'Hello.'],
    ['go where there was one speaker', '- [door slams] Hi.', 'Hi.'],
    ['stay where two are left', '- [laughs] Hi.\n- Hello.', '- Hi.\n- Hello.'],
    ['stay where both lose brackets', '- (laughs) Hi.\n- (sighs) Hello.', '- Hi.\n- Hello.'],
    ['get their space', '-[laughs] Hi.\n-Hello.', '- Hi.\n- Hello.'],
    ['stay as long as they were', '– [laughs] Hi.\n– Hello.', '– Hi.\n– Hello.'],
    ['stay as hyphens', '\u2010 [laughs] Hi.\n\u2010 Hello.', '\u2010 Hi.\n\u2010 Hello.'],
    ['stay as a break-off', '-- [laughs] and then', '-- and then'],
    ['go with a speaker of two lines', '- [sighs]\n- I told you\nto wait.', 'I told you\nto wait.'],
    ['go from inside italics', '<i>- [laughs]</i>\n<i>- Hello.</i>', '<i>Hello.</i>'],
    ['stay as a minus sign', '[beeps] -5 degrees', '-5 degrees'],
    ['go with both lines', '- [laughs]\n- [sighs]', null],
  ]);
});

describe('brackets that stay', () => {
  unchanged([
    ['unclosed', 'He said [sighs and left.'],
    ['unopened', 'He said sighs] and left.'],
    ['the wrong way round', ')Hello('],
    ['of two kinds', '(Hello]'],
    ['an override block', '{\\an8}Hello'],
    ['several override blocks', '{\\an8}{\\i1}Hello{\\i0}'],
    ['a bleeped word', 'What the [ __ ] is that?'],
    ['a bleeped word without spaces', 'What the [__] is that?'],
    ['a bleeped word with hard spaces', 'What the [\u00A0__\u00A0] is that?'],
    ['a bleeped word with escaped spaces', 'What the [&nbsp;__&nbsp;] is that?'],
    ['a bleeped cue', '[ __ ]'],
    ['an index', 'So a[i] is the largest of list[n].'],
    ['two indices', 'Then a[i][j] is zero.'],
    ['a function', 'So f(x) is 2.'],
    ['a function of a sum', 'So f(x+1) is 2.'],
    ['a function with a name', 'Take sin(x) here.'],
    ['a probability', 'P(A|B) is small.'],
    ['coordinates', 'Go to (2, 3).'],
    ['a product of sums', '(x + 1)(x - 1) = 0'],
    ['a vector', 'Take the vector [3,2] here.'],
    ['a gloss before a particle', '이 변환(행렬)을 벡터에'],
    ['a vector of letters', 'The vector [x,y,z] moves.'],
    ['an Arabic letter', 'لو(س) هنا'],
    ['a power', 'It is 100^{d - 1} long.'],
    ['a Chinese function', '函數f（x）= 1 / x'],
    ['a Chinese power', 'nx ^（n-1）'],
    ['a gloss in Chinese', '选择“保存(Save)”'],
    ['a name in Chinese', '可汗学院（Khan Academy）进行了交谈'],
    ['a gloss in Korean', '내적(dot product)이 아니라'],
    ['a long aside in Japanese', '平面（ここではxy平面と考えることにする）で振動する'],
    ['a year', 'Rome (1960) is old.'],
    ['a letter in a list', '(a) First, wash it.'],
    ['a plural', 'Name the actor(s).'],
    ['both forms', '(S)he knows.'],
    ['a call', 'Then print() it.'],
    ['a call with a text', "Then print('hello') it."],
    ['the reading of a character', '漢字(かんじ)を書く'],
    ['the reading in full-width brackets', '今日（きょう）は'],
    ['a sad face', 'I lost it :('],
    ['a happy face', 'I found it :)'],
    ['two faces', ':( and :)'],
    ['a face with a nose', 'No ;-) never'],
    ['a long face', 'Thanks :))) bye'],
    ['corner quotes', '「行くな」と言った'],
    ['double corner quotes', '『本』を読む'],
    ['angle quotes', '«Bonjour», dit-il.'],
    ['typed angle quotes', '<< Bonjour. >>'],
    ['a typed quotation', '<<Bonjour>> dit-il'],
    ['a comparison', 'a < b and b > a'],
    ['names, which are another part', 'MAN: Hello'],
    ['turn marks, which are another part', '>> Hello'],
    ['music signs, which are another part', '♪♪'],
    ['asterisks, which are another part', '*door creaks*'],
    ['a song', '♪ La la la ♪'],
    ['no text', ''],
    ['blank text', '  '],
  ]);
});

describe('sounds marked in other ways', () => {
  cases([
    ['go in double angles', '<<noise>> Hello', 'Hello'],
    ['go in double angles alone', '<<noise>>', null],
    ['go in italics before a sentence', '<i>noise</i> Hello', 'Hello'],
    ['go with a dash before them', '- <<noise>> Hello\n- Hi', '- Hello\n- Hi'],
  ]);
  unchanged([
    ['as an emphasised word before ‘I’', '<i>and</i> I said so'],
    ['as an emphasised word', '<i>really</i> good'],
    ['as a sentence in italics', '<i>Previously</i> Lost'],
    ['as a voice in italics', '<i>hello there</i>'],
    ['after an unfinished line', 'and it was\n<i>with</i> John'],
  ]);
});
