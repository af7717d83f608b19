import { describe, expect, it } from 'vitest';
import { EFFECT_PARTS, EFFECT_PHRASES, EFFECT_WORDS } from './effect-words.ts';
import { isEffect } from './music.ts';

describe('names of music, applause and laughter', () => {
  it.each([
    ['Arabic', 'موسيقى', 'تصفيق', 'ضحك'],
    ['Bulgarian', 'музика', 'аплодисменти', 'смях'],
    ['Catalan', 'música', 'aplaudiments', 'rialles'],
    ['Chinese', '音乐', '掌声', '笑声'],
    ['Croatian', 'glazba', 'pljesak', 'smijeh'],
    ['Czech', 'hudba', 'potlesk', 'smích'],
    ['Danish', 'musik', 'klapsalver', 'latter'],
    ['Dutch', 'muziek', 'applaus', 'gelach'],
    ['English', 'music', 'applause', 'laughter'],
    ['Estonian', 'muusika', 'aplaus', 'naer'],
    ['Finnish', 'musiikkia', 'aplodeja', 'naurua'],
    ['French', 'musique', 'applaudissements', 'rires'],
    ['German', 'musik', 'beifall', 'gelächter'],
    ['Greek', 'μουσική', 'χειροκροτήματα', 'γέλια'],
    ['Hebrew', 'מוזיקה', 'מחיאות כפיים', 'צחוק'],
    ['Hindi', 'संगीत', 'तालियाँ', 'हँसी'],
    ['Hungarian', 'zene', 'taps', 'nevetés'],
    ['Indonesian', 'musik', 'tepuk tangan', 'tawa'],
    ['Italian', 'musica', 'applausi', 'risate'],
    ['Japanese', '音楽', '拍手', '笑い声'],
    ['Korean', '음악', '박수', '웃음'],
    ['Latvian', 'mūzika', 'aplausi', 'smiekli'],
    ['Lithuanian', 'muzika', 'plojimai', 'juokas'],
    ['Malay', 'muzik', 'tepukan', 'ketawa'],
    ['Norwegian', 'musikk', 'applaus', 'latter'],
    ['Persian', 'موسیقی', 'تشویق', 'خنده'],
    ['Polish', 'muzyka', 'oklaski', 'śmiech'],
    ['Portuguese', 'música', 'aplausos', 'risadas'],
    ['Romanian', 'muzică', 'aplauze', 'râsete'],
    ['Russian', 'музыка', 'аплодисменты', 'смех'],
    ['Slovak', 'hudba', 'potlesk', 'smiech'],
    ['Slovene', 'glasba', 'aplavz', 'smeh'],
    ['Spanish', 'música', 'aplausos', 'risas'],
    ['Swedish', 'musik', 'applåder', 'skratt'],
    ['Thai', 'ดนตรี', 'ปรบมือ', 'เสียงหัวเราะ'],
    ['Traditional Chinese', '音樂', '掌聲', '笑聲'],
    ['Turkish', 'müzik', 'alkış', 'kahkaha'],
    ['Ukrainian', 'музика', 'оплески', 'сміх'],
    ['Vietnamese', 'âm nhạc', 'vỗ tay', 'tiếng cười'],
  ])('are recognised in %s: %s, %s, %s', (_, music, applause, laughter) => {
    expect([music, applause, laughter].filter((name) => !isEffect(name))).toEqual([]);
  });

  it.each([
    ['in capitals', 'MUSIC'],
    ['with a capital', 'Music'],
    ['with a Russian capital', 'Музыка'],
    ['with a Greek capital', 'Μουσική'],
    ['decomposed', 'Mu\u0301sica'],
    ['with spaces', '  music  '],
    ['in a second pair of brackets', '[music]'],
    ['in full-width brackets', '（音楽）'],
    ['with music symbols', '♪ music ♪'],
    ['with a colon', 'music: slow'],
    ['with a hyphen', 'music-box'],
    ['at the end', 'distant music'],
    ['at the start', 'music stops'],
    ['as the fifth word', 'slow sad old organ music'],
    ['as two words in one language', 'tiếng cười lớn'],
    ['inside a Chinese phrase', '轻快的音乐响起'],
    ['inside a Japanese phrase', '悲しげな音楽が流れる'],
    ['inside a Korean phrase', '잔잔한 음악'],
    ['inside a Thai phrase', 'เสียงดนตรีเบาๆ'],
    ['as symbols alone', '♪♪'],
    ['as one symbol', '♫'],
    ['as pictures', '🎵 🎶'],
    ['as symbols with waves', '♪～♪'],
  ])('are recognised %s: %s', (_, name) => {
    expect(isEffect(name)).toBe(true);
  });

  it.each([
    ['another sound', 'door slams'],
    ['a longer word', 'musician'],
    ['a word with another beginning', 'amusic'],
    ['the sixth word', 'slow sad old church organ music'],
    ['nothing', ''],
    ['blanks', '   '],
    ['dots', '...'],
    ['a number', '12'],
    ['a dash', '—'],
    ['asterisks, which aren’t music symbols', '***'],
    ['brackets inside', 'music [stops] here'],
    ['half of two words', 'tepuk'],
    ['two words apart', 'vỗ mạnh tay'],
    ['a speaker', 'Mary'],
    ['a Chinese sound', '关门声'],
    ['a Japanese sound', 'ドアの音'],
    ['a Korean sound', '한숨'],
  ])('aren’t recognised in %s: %s', (_, name) => {
    expect(isEffect(name)).toBe(false);
  });
});

describe('lists of names', () => {
  const names = [...EFFECT_WORDS, ...EFFECT_PHRASES, ...EFFECT_PARTS];

  it('are in lower case and NFC, as needed for comparison', () => {
    expect(names.filter((name) => name !== name.toLowerCase().normalize('NFC'))).toEqual([]);
  });

  it('contain no name that a listed part already matches', () => {
    expect([...EFFECT_WORDS].filter((word) => EFFECT_PARTS.some((part) => word.includes(part)))).toEqual([]);
  });

  it('contain only names that are recognised', () => {
    expect(names.filter((name) => !isEffect(name))).toEqual([]);
  });

  it('contain single words in scripts with spaces', () => {
    expect([...EFFECT_WORDS].filter((word) => /\s|_/.test(word))).toEqual([]);
  });
});
