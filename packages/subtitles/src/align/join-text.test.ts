import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinTexts } from './join-text.ts';

describe('the text of two cues', () => {
  it.each<[what: string, texts: string[], language: string | undefined, joined: string]>([
    ['English', ['Good', 'morning.'], 'en', 'Good morning.'],
    ['German', ['Guten', 'Morgen.'], 'de', 'Guten Morgen.'],
    ['Greek', ['Καλή', 'μέρα.'], 'el', 'Καλή μέρα.'],
    ['Russian', ['Доброе', 'утро.'], 'ru', 'Доброе утро.'],
    ['Arabic', ['صباح', 'الخير'], 'ar', 'صباح الخير'],
    ['Hebrew', ['בוקר', 'טוב'], 'he', 'בוקר טוב'],
    ['Hindi', ['शुभ', 'प्रभात'], 'hi', 'शुभ प्रभात'],
    ['Thai, whose clauses spaces divide', ['สวัสดี', 'ครับ'], 'th', 'สวัสดี ครับ'],
    ['Korean', ['좋은', '아침'], 'ko', '좋은 아침'],
    ['Chinese', ['早上', '好。'], 'zh', '早上好。'],
    ['Simplified Chinese', ['早上', '好。'], 'zh-Hans', '早上好。'],
    ['Chinese of Taiwan', ['早安，', '你好。'], 'zh-TW', '早安，你好。'],
    ['Cantonese and Latin letters', ['我話', 'OK'], 'yue', '我話OK'],
    ['Japanese', ['おはよう', 'ございます'], 'ja', 'おはようございます'],
    ['Japanese and Latin letters', ['これは', 'OK です'], 'ja', 'これはOK です'],
    ['Chinese without a language', ['早上', '好。'], undefined, '早上好。'],
    ['Chinese quotes without a language', ['他说：「', '好」'], undefined, '他说：「好」'],
    ['Japanese and Latin letters without a language', ['これは', 'OK'], undefined, 'これは OK'],
    ['Latin letters and Japanese without a language', ['OK', 'です'], undefined, 'OK です'],
    ['Korean without a language', ['좋은', '아침'], undefined, '좋은 아침'],
    ['a rare character without a language', ['𠀀', '𠀁'], undefined, '𠀀𠀁'],
    ['a dash', ['- Hi.', '- Hello.'], 'en', '- Hi.\n- Hello.'],
    ['a dash without a space', ['-Hi.', '-Hello.'], 'en', '-Hi.\n-Hello.'],
    ['a long dash', ['— Hi.', '— Hello.'], 'en', '— Hi.\n— Hello.'],
    ['a dash in Chinese', ['- 你好。', '- 早上好。'], 'zh', '- 你好。\n- 早上好。'],
    ['a dash alone, which starts no turn', ['Hi', '-'], 'en', 'Hi -'],
    ['a song', ['♪ La la', '♪ la la ♪'], 'en', '♪ La la\n♪ la la ♪'],
    ['a song after speech', ['Listen!', '♫ La la ♫'], 'en', 'Listen!\n♫ La la ♫'],
    ['lines of one cue', ['One\ntwo', 'three'], 'en', 'One two three'],
    ['an ellipsis on both sides', ['And then …', '… nothing.'], 'en', 'And then … … nothing.'],
    ['an empty one first', ['', 'One'], 'en', 'One'],
    ['an empty one last', ['One', ''], 'en', 'One'],
    ['two empty ones', ['', ''], 'en', ''],
    ['blanks', ['One', '  ', 'two'], 'en', 'One two'],
    ['three', ['One', 'two', 'three'], 'en', 'One two three'],
    ['a sentence interrupted by an ellipsis', ['And then …', 'nothing.'], 'en', 'And then … nothing.'],
  ])('in %s', (_, texts, language, joined) => {
    expect(joinTexts(texts, language)).toBe(joined);
  });

  it.each(['One\ntwo', '- One\n- Two', '  One ', '', '♪', '一\n二'])(
    'is unchanged for a single cue: %j',
    (text) => {
      expect(joinTexts([text], 'zh')).toBe(text);
    },
  );

  it('has a line per cue if the translation’s dashes assign each cue to a different speaker', () => {
    const dialogue = ['- And your grandmother?\n- Carmen Ruiz.'];
    expect(joinTexts(['¿Y su abuela?', 'Carmen\nRuiz.'], 'es', dialogue)).toBe('¿Y su abuela?\nCarmen Ruiz.');
    expect(joinTexts(['¿Y', 'su', 'abuela?'], 'es', dialogue)).toBe('¿Y su abuela?');
    expect(joinTexts(['One', 'two'], 'en', ['Uno\ndos'])).toBe('One two');
  });

  it('keeps every letter in order', () => {
    const text = fc.constantFrom('One', 'two\nlines', '- Three', '字', 'です。', 'مرحبا', '', '♪ la', '한국');
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 4 }),
        fc.constantFrom('en', 'zh', 'ja', undefined),
        (texts, language) => {
          expect(joinTexts(texts, language).replace(/\s/g, '')).toBe(texts.join('').replace(/\s/g, ''));
        },
      ),
    );
  });

  it('has no leading, trailing or double spaces', () => {
    const text = fc.constantFrom('One', 'two\nlines', '- Three', '字', 'です。', '한국');
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 2, maxLength: 4 }),
        fc.constantFrom('en', 'zh', undefined),
        (texts, language) => {
          expect(joinTexts(texts, language)).not.toMatch(/^\s|\s$|\s\s/);
        },
      ),
    );
  });
});
