/**
 * A text in brackets. `content` is '' for a long text, but `length` is always set. `before` contains the two preceding UTF-16
 * units.
 */
export type Bracketed = { isRound: boolean; content: string; length: number; before: string; after: string };

// Maximum length of a sound's name. Within a sentence, a longer text in full-width brackets is an aside by the speaker.
const MAX_CJK_SOUND_LENGTH = 12;

const BLEEP = /^(?:\s|&nbsp;)*_[\s_]*(?:&nbsp;)*$/u;
const LETTER_OF_WORD = /[\p{Ll}\p{Lu}]/u;
const CJK_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]$/u;
const HANGUL = /\p{Script=Hangul}$/u;

/**
 * Returns true if a text in brackets is part of the speech or the markup rather than a sound's name: an override block
 * (`{\an8}`), YouTube's bleeped word (`[ __ ]`), the reading of a Chinese character (漢字(かんじ)), a gloss or a long aside directly
 * after a word (保存(Save)), a number or formula (`[3,2]`, `10^{n-1}`, `f(x)`), an index (`a[i]`), part of a word, or a function
 * call (`actor(s)`, `(s)he`, `print()`).
 */
export function isPartOfText(bracketed: Bracketed): boolean {
  const { isRound, content, before } = bracketed;
  if (content.startsWith('\\') || BLEEP.test(content)) return true;
  if (isFormula(content) || LETTERS.test(content)) return true;
  if (!isRound) return ONE_LETTER.test(content) && CAN_HAVE_INDEX.test(before);
  return (
    isReading(content, before) || isGloss(bracketed) || ONE_LETTER.test(content) || isPartOfWord(bracketed)
  );
}

function isFormula(content: string): boolean {
  return /\p{N}/u.test(content) && !/\p{L}[\p{L}.]|\p{Lo}/u.test(content);
}

const LETTER = '[\\p{Ll}\\p{Lu}\\p{Script=Arabic}\\p{Script=Hebrew}]';
const ONE_LETTER = new RegExp(`^\\s*${LETTER}\\s*$`, 'u');
// A word that can precede an index: ‘list[i]’ is spoken, but ‘Hello[sighs]’ is a sound with a missing space.
const CAN_HAVE_INDEX = /[\p{Ll}\p{Lu}\d_]$/u;
const LETTERS = new RegExp(`^\\s*${LETTER}(?:[\\s,+*/|^=×÷·-]+${LETTER})+\\s*$`, 'u');

// Returns true for a reading in hiragana (sounds are written in katakana, such as ピンポーン), or for 他（她）, ‘he or she’.
function isReading(content: string, before: string): boolean {
  const isKana = /^[\p{Script=Hiragana}ー・\s]+$/u.test(content) || /^[她他它妳你您]$/u.test(content);
  return isKana && /\p{Script=Han}$/u.test(before);
}

function isGloss({ content, length, before, after }: Bracketed): boolean {
  // Korean separates sounds with spaces, while a particle directly follows a gloss.
  if (HANGUL.test(before) && HANGUL.test(after)) return true;
  return CJK_LETTER.test(before) && (length > MAX_CJK_SOUND_LENGTH || /[A-Za-z]{2}/.test(content));
}

function isPartOfWord({ content, length, before, after }: Bracketed): boolean {
  const lastBefore = before.slice(-1);
  if (!LETTER_OF_WORD.test(lastBefore) && !LETTER_OF_WORD.test(after)) return false;
  // `f(x+1)`, but not `Hello(sighs)`.
  const isFunction = /^(?:|[^\p{L}\p{M}])[\p{Ll}\p{Lu}]$/u.test(before);
  return isFunction || length <= 3 || /[=_,'"+*/<>.\d]/.test(content);
}
