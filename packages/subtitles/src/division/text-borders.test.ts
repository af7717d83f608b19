import { describe, expect, it } from 'vitest';
import { findBorders, moveOutOfWord } from './text-borders.ts';

/** Returns the parts of a text, divided at every border. */
function divideAtBorders(text: string, language: string): string[] {
  const offsets = [0, ...findBorders(text, language).map(({ at }) => at), text.length];
  return offsets.slice(1).map((offset, index) => text.slice(offsets[index], offset).trim());
}

describe('a border between words', () => {
  it.each<[string, string, string[]]>([
    ['es', 'Sí. ¿Qué? ¡No!', ['Sí.', '¿Qué?', '¡No!']],
    ['fr', 'Oui. « Non » dit', ['Oui.', '« Non »', 'dit']],
    ['de', 'Datei. #3: Rendern', ['Datei.', '#3:', 'Rendern']],
    ['en', 'for $5 (or more)', ['for', '$5', '(or', 'more)']],
    ['ru', 'сцена, но... ...что это', ['сцена,', 'но...', '...что', 'это']],
    ['it', 'centrale ... ... altrimenti', ['centrale ...', '... altrimenti']],
    ['en', '- Hi. - Hello.', ['- Hi.', '- Hello.']],
    ['en', 'a well-known don’t at 12:30', ['a', 'well-known', 'don’t', 'at', '12:30']],
    ['en', 'example.com, 3.5 and/or', ['example.com,', '3.5', 'and/or']],
    ['ja', '3時に', ['3', '時に']],
    ['es', 'pan, p. ej. de ayer', ['pan,', 'p. ej.', 'de', 'ayer']],
    ['de', 'z. B. Brot', ['z. B.', 'Brot']],
  ])('keeps opening marks with their word (%s): %s', (language, text, parts) => {
    expect(divideAtBorders(text, language)).toEqual(parts);
  });

  it('keeps a bracket with its word if no space precedes it', () => {
    for (const text of ['工作空间(Workspace)', '选择“窗口(Window)”', '彼は「はい」と']) {
      for (const { at } of findBorders(text, 'zh')) expect(text.slice(0, at)).not.toMatch(/[\p{Ps}\p{Pi}]$/u);
      expect(findBorders(text, 'zh').length).toBeGreaterThan(0);
    }
  });

  it('is where a caret after an opening mark moves to', () => {
    expect(moveOutOfWord('工作空间(Workspace)', 5, 'zh')).toBe(4);
    expect(moveOutOfWord('Sí. ¿Qué?', 5, 'es')).toBe(4);
  });
});

describe('the borders of a text', () => {
  it.each([
    ['keep punctuation with the word before it', 'Yes, sir. No.', ['Yes,', 'sir.', 'No.']],
    ['keep opening marks with their word', '«Hola», dijo (¡ay!)', ['«Hola»,', 'dijo', '(¡ay!)']],
    [
      'keep the dots of a continued text with the next word',
      'viento!... ...¿y por qué',
      ['viento!...', '...¿y', 'por', 'qué'],
    ],
    ['keep a dialogue dash with its text', 'Come. - No.', ['Come.', '- No.']],
    ['are not within a word', 'don’t stop', ['don’t', 'stop']],
    ['are empty for a single word', 'Hello!', ['Hello!']],
  ])('%s', (_, text, pieces) => {
    expect(divideAtBorders(text, 'es')).toEqual(pieces);
  });

  it('are between words in scripts without spaces', () => {
    expect(divideAtBorders('今日はとても暑いです', 'ja').length).toBeGreaterThan(2);
  });

  it('are found in a language that the browser doesn’t know', () => {
    expect(divideAtBorders('one two', 'no_such language')).toEqual(['one', 'two']);
  });

  it('keep an asterisk with the sound that it opens', () => {
    expect(divideAtBorders('Begin! **shouts** Well!', 'en')).toEqual(['Begin!', '**shouts**', 'Well!']);
  });

  it.each([
    ['in the middle of a word', 'one two', 5, 4],
    ['near the end of a word', 'for my sake', 2, 4],
    ['between ¿ and its word', 'no. ¿qué', 5, 4],
    ['after a word', 'one two', 3, 3],
    ['before closing marks', 'Come in!” She did.', 7, 9],
    ['within the only word', 'Hello', 2, 5],
  ])('move a caret %s', (_, text, caret, at) => {
    expect(moveOutOfWord(text, caret, 'es')).toBe(at);
  });
});
