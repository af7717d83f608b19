import { describe, expect, it } from 'vitest';
import { joinTexts } from './join-text.ts';

describe('the text of several cues', () => {
  it('is a single cue’s text verbatim', () => {
    expect(joinTexts(['Two\nlines'])).toBe('Two\nlines');
    expect(joinTexts([])).toBe('');
  });

  it('has spaces if the script has them', () => {
    expect(joinTexts(['One\nand', 'two'])).toBe('One and two');
    expect(joinTexts(['안녕하세요', '여러분'])).toBe('안녕하세요 여러분');
    expect(joinTexts(['สวัสดี', 'ครับ'], 'th')).toBe('สวัสดี ครับ');
  });

  it('has none in Chinese and Japanese', () => {
    expect(joinTexts(['人人生而自由，', '一律平等。'])).toBe('人人生而自由，一律平等。');
    expect(joinTexts(['これは', 'Python です'], 'ja')).toBe('これはPython です');
    expect(joinTexts(['使用', 'Python'], 'zh-Hans')).toBe('使用Python');
  });

  it('has a space between a trailing ellipsis and a leading one', () => {
    expect(joinTexts(['And then …', '… nothing.'], 'en')).toBe('And then … … nothing.');
  });

  it('starts a new line for another speaker and for a song', () => {
    expect(joinTexts(['- Hi.\n- Hello.', '- Bye.'])).toBe('- Hi.\n- Hello.\n- Bye.');
    expect(joinTexts(['Listen:', '♪ la la ♪'])).toBe('Listen:\n♪ la la ♪');
  });

  it('has a line per cue if the translation’s dashes assign it to another speaker', () => {
    const dialogue = ['- And your grandmother?\n- Carmen Ruiz.'];
    expect(joinTexts(['¿Y su abuela?', 'Carmen\nRuiz.'], 'es', dialogue)).toBe('¿Y su abuela?\nCarmen Ruiz.');
    expect(joinTexts(['¿Y', 'su', 'abuela?'], 'es', dialogue)).toBe('¿Y su abuela?');
    expect(joinTexts(['One', 'two'], 'en', ['Uno\ndos'])).toBe('One two');
  });
});
