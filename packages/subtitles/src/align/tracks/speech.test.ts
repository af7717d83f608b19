import { describe, expect, it } from 'vitest';
import { endsSentence, isSpeech, spokenLength } from './speech.ts';

describe('speech', () => {
  it.each([
    '[door slams]',
    '(laughs)',
    '（ドアの音）',
    '［音楽］',
    '【笑】',
    '♪♪',
    '♪ Theme music ♪',
    '**',
    '...',
    '',
  ])('isn’t %s', (text) => expect(isSpeech(text)).toBe(false));

  it.each([
    'Hello.',
    '[laughs] No!',
    '♪ And I will always love you ♪',
    '♪ Theme music',
    '#1: Getting Started',
    '5 * 4 * 3',
  ])('is %s', (text) => expect(isSpeech(text)).toBe(true));

  it.each(['(', '[', '{', '<'])('is found in linear time after unclosed brackets: %s', (bracket) => {
    expect(isSpeech(`${bracket.repeat(400_000)} Hello.`)).toBe(true);
  });

  it('takes longer in syllabic scripts', () => {
    expect(spokenLength('日本')).toBe(5);
    expect(spokenLength('ab, c!')).toBe(3);
  });

  it.each([
    ['That is it.', true],
    ['“Is it?”', true],
    ['そうです。', true],
    ['هل تعلم؟', true],
    ['and then,', false],
    ['', false],
  ])('ends a sentence in %s: %s', (text, ends) => expect(endsSentence(text)).toBe(ends));
});
