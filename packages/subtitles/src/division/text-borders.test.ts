import { describe, expect, it } from 'vitest';
import { findBorders, moveOutOfWord } from './text-borders.ts';

/** Returns the parts of a text, divided at every border. */
function getParts(text: string, language: string): string[] {
  const offsets = [0, ...findBorders(text, language).map(({ at }) => at), text.length];
  return offsets.slice(1).map((at, k) => text.slice(offsets[k], at).trim());
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
    expect(getParts(text, language)).toEqual(parts);
  });

  it('keeps a bracket with its word if no space precedes it', () => {
    for (const text of ['工作空间(Workspace)', '选择“窗口(Window)”', '彼は「はい」と']) {
      for (const { at } of findBorders(text, 'zh')) expect(text.slice(0, at)).not.toMatch(/[\p{Ps}\p{Pi}]$/u);
      expect(findBorders(text, 'zh').length).toBeGreaterThan(0);
    }
  });

  it('is the position of a caret set after an opening mark', () => {
    expect(moveOutOfWord('工作空间(Workspace)', 5, 'zh')).toBe(4);
    expect(moveOutOfWord('Sí. ¿Qué?', 5, 'es')).toBe(4);
  });
});
