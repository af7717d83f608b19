const UNSPACED_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，．！？「」『』（）【】]/u;
const LANGUAGES_WITHOUT_SPACES = new Set(['ja', 'zh', 'yue']);
// A speaker's turn and a sung line start on a new line.
const STARTS_NEW_LINE = /^(?:(?:[-–—‐]|>>|≫)\s*\S|[♪♫])/;
const SPEAKER = /^(?:[-–—‐]|>>|≫)\s*\S/;

/**
 * Joins the texts of several cues: with a space, without a separator in scripts written without spaces, or with a line break
 * before a speaker's dash or `>>`. The text of a single cue is unchanged. `translations` are the texts in the other language: if
 * their dashes assign each cue to a different speaker, each cue gets its own line.
 */
export function joinTexts(
  texts: readonly string[],
  language?: string,
  translations: readonly string[] = [],
): string {
  if (texts.length < 2) return texts[0] ?? '';
  const speakers = translations
    .flatMap((text) => text.split('\n'))
    .filter((line) => SPEAKER.test(line)).length;
  if (speakers === texts.length) return texts.map((text) => joinLines([text], language)).join('\n');
  return joinLines(texts, language);
}

function joinLines(texts: readonly string[], language: string | undefined): string {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  return lines.reduce((joined, line) => joined + separator(joined, line, language) + line, '');
}

function separator(before: string, after: string, language: string | undefined): string {
  if (before === '') return '';
  if (STARTS_NEW_LINE.test(after)) return '\n';
  if (language && LANGUAGES_WITHOUT_SPACES.has(language.split('-')[0] ?? '')) return '';
  return UNSPACED_CHARACTER.test(lastCharacter(before)) && UNSPACED_CHARACTER.test(after.slice(0, 2))
    ? ''
    : ' ';
}

function lastCharacter(text: string): string {
  const pair = text.slice(-2);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.slice(-1);
}
