import { describe, expect, it } from 'vitest';
import { testWith } from '../testing/test-cleaning.ts';

const { cleanText, testCleaning, testUnchanged } = testWith({ effects: true });

describe('music symbols', () => {
  testCleaning([
    ['are removed alone', '♪', null],
    ['are removed if several stand alone', '♪♪ ♫', null],
    ['are removed with a wave', '♬～', null],
    ['are removed with dots', '♪...', null],
    ['are removed in italics', '<i>♪♪</i>', null],
    ['are removed after an override block', '{\\an8}♪', null],
    ['are removed on two lines', '♪\n♪', null],
    ['are removed as pictures', '🎵🎶', null],
    ['are removed with a variation selector', '♪\uFE0F', null],
    ['are removed as number signs', '# #', null],
    ['are removed as question marks, which result from an old encoding', '? ?', null],
    ['are removed as a speaker', '- ♪♪\n- Hello.', 'Hello.'],
    ['are removed in brackets', '[♪♪♪]', null],
    ['are removed as pilcrows, which an old font made', '¶ ¶', null],
    ['are removed in round brackets', '(♫) Hello', 'Hello'],
    ['are removed around an effect', '♪ [Music] ♪', null],
    ['are removed as a clef', '𝄞', null],
    ['are removed with a dash between', '♪-♪', null],
    ['are removed as a number sign after a dash', '- #', null],
    ['are removed as the second speaker', '- Hello\n- ♪♪', 'Hello'],
    ['are removed as a speaker in italics', '<i>- ♪</i>\n- Hello', 'Hello'],
    ['are removed as two of three speakers', '- ♪\n- Hello\n- ♫', 'Hello'],
  ]);
  testUnchanged([
    ['around a song', '♪ I will survive ♪'],
    ['before a song', '♪ I will survive'],
    ['around a song of two lines', '♪ At first I was afraid\nI was petrified ♪'],
    ['as the frame of a song', '♪\nI will survive\n♪'],
    ['around a Japanese song', '♪～春が来た'],
    ['as number signs around a song', '# I will survive #'],
    ['as question marks around a song', '? I will survive ?'],
    ['as pilcrows around a song', '¶ I will survive ¶'],
    ['as a question', '?'],
    ['as a number', 'He is #1'],
    ['as a tag', '#fun'],
    ['as a hash alone with text', 'Press #.'],
    ['in a Korean song', '♪ 사랑해요 ♪'],
    ['as dots', '...'],
    ['as marks', '?!'],
    ['as a mask', '***'],
    ['as dashes', '- -'],
    ['around a song of one letter', '♪ O ♪'],
    ['around digits', '♪ 1, 2, 3 ♪'],
    ['around a Thai song', '♪ สวัสดี ♪'],
    ['as a hash before a word', '# one'],
    ['before a question mark', '♪?'],
    ['as a sharp', 'C♯'],
  ]);
});

describe('bracketed names of music, applause and laughter', () => {
  // The names in 39 languages are tested in effect-names.test.ts.
  it.each([
    ['English', '[Music]'],
    ['English in capitals', '[MUSIC]'],
    ['English with more words', '[upbeat music playing]'],
    ['English in round brackets', '(soft music)'],
    ['English with spaces', '[ Music ]'],
    ['English with music symbols', '[♪ music ♪]'],
    ['Spanish decomposed', '[Mu\u0301sica]'],
    ['Hebrew with two words', '[מחיאות כפיים]'],
    ['Japanese with more', '（軽快な音楽）'],
    ['Japanese', '［拍手］'],
    ['Korean with more', '[관객 웃음소리]'],
    ['Traditional Chinese', '【掌聲】'],
  ])('are removed in %s: %s', (_, text) => {
    expect(cleanText(text)).toBeNull();
    expect(cleanText(`${text} Hello`)).toBe('Hello');
  });

  testCleaning([
    ['are removed inside other brackets', '(John [Music])', '(John)'],
    ['are removed with a speaker', '- [Applause]\n- Thank you.', 'Thank you.'],
  ]);
  testUnchanged([
    ['another sound', '[sighs] Hello'],
    ['another sound in round brackets', '(door slams)'],
    ['a longer sentence', '[I never listened to any music at all]'],
    ['a word that holds one', '[musician]'],
    ['music that is spoken of', 'Music is my life.'],
    ['a name', 'MAN: Hello'],
    ['a turn mark', '>> Hello'],
    ['a voice', '<v Mary>Hi</v>'],
    ['a bleeped word', '[ __ ]'],
    ['a Japanese name', '（咲太）あれは何だ'],
  ]);
});

describe('sounds between asterisks', () => {
  testCleaning([
    ['are removed alone', '*door creaks*', null],
    ['are removed with a capital', '*Door creaks*', null],
    ['are removed before a sentence', '*sighs* I know.', 'I know.'],
    ['are removed after a sentence', 'I know. *sighs*', 'I know.'],
    ['are removed on a separate line', '*door creaks*\nWho is there?', 'Who is there?'],
    ['are removed with a speaker', '- *laughs*\n- Hello.', 'Hello.'],
    ['are removed in German', '*Tür knarrt*', null],
    ['are removed with spaces inside, as in German broadcasts', '* Spannende Musik *', null],
    ['are removed in Korean', '*한숨*\n알았어', '알았어'],
  ]);
  testUnchanged([
    ['a mask', 'What the f**k?'],
    ['a song with spaces inside', '* Twinkle twinkle little star *'],
    ['a mask of one', 'What the f*ck?'],
    ['a mask of a word', 'You ****!'],
    ['a mask with letters at both ends', '*s and f*s'],
    ['an emphasised word', 'I *really* mean it.'],
    ['an emphasised word at the start', '*Never* do that.'],
    ['an emphasised word at the end', 'I said *no*'],
    ['an emphasised question', '*Really*?'],
    ['an emphasised sentence', '*Stop it!*'],
    ['a product', '2 * 3 * 4'],
    ['a product without spaces', '2*3*4'],
    ['a footnote', 'Free* of charge'],
    ['an emphasised Korean word', '*움직여서* 대응되는 거지.'],
    ['a cry', 'Run! *MAMAAAA*'],
    ['a product at the start', '*3* Four'],
  ]);
});
