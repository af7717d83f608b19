// Notation of a sound or a song, rather than speech. The length bounds the search.
const SOUND =
  /\[[^\]]{0,300}\]|［[^］]{0,300}］|\([^)]{0,300}\)|（[^）]{0,300}）|【[^】]{0,300}】|\{[^}]{0,300}\}|<[^>]{0,300}>|[♪♫#*]/g;
const MAY_BE_SOUND = /[[［(（【{<♪♫#*]/;
const SPOKEN = /[\p{L}\p{N}]/u;
const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
// A syllabic sign takes as long to say as two to three letters.
const SYLLABLE_LETTERS = 2.5;

// ‘♪ Theme music ♪’ names a sound; a sung line is longer.
const MUSIC = /^\s*[♪♫#][^♪♫#]*[♪♫#]\s*$/;
const MAX_MUSIC_WORDS = 3;
const MAX_MUSIC_LETTERS = 24;

/** Returns true if a text contains speech or song: sound tags, names of music and music signs alone don't count. */
export function isSpeech(text: string): boolean {
  if (!MAY_BE_SOUND.test(text)) return SPOKEN.test(text);
  if (!SPOKEN.test(text.replace(SOUND, ''))) return false;
  if (!MUSIC.test(text)) return true;
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
  return words > MAX_MUSIC_WORDS || weighText(text) > MAX_MUSIC_LETTERS;
}

// A mark that ends a sentence, then closing quotes and brackets.
const SENTENCE_END = /[.!?。！？؟…।]["'”’»」』)\]）]*$/u;

export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.trimEnd());
}

// Kinds by character code: nothing to say, a letter or digit, a syllable; filled on demand.
const UNSEEN = 0;
const [SILENT, LETTER, SIGN] = [1, 2, 3];
const kinds = new Uint8Array(0x10000);

function kindOf(character: string): number {
  if (!SPOKEN.test(character)) return SILENT as number;
  return (SYLLABLE.test(character) ? SIGN : LETTER) as number;
}

/** Estimates the length of a text when spoken, in letters. */
export function weighText(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) as number;
    let kind = code < kinds.length ? (kinds[code] as number) : kindOf(String.fromCodePoint(code));
    if (kind === UNSEEN) {
      kind = kindOf(String.fromCodePoint(code));
      kinds[code] = kind;
    }
    if (kind === LETTER) weight += 1;
    else if (kind === SIGN) weight += SYLLABLE_LETTERS;
    if (code >= kinds.length) at += 1;
  }
  return weight;
}
