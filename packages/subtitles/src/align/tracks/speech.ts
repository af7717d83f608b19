// Notation of a sound or a song. The limit on the length makes matching take linear time.
const SOUND =
  /\[[^\]]{0,300}\]|［[^］]{0,300}］|\([^)]{0,300}\)|（[^）]{0,300}）|【[^】]{0,300}】|\{[^}]{0,300}\}|<[^>]{0,300}>|[♪♫#*]/g;
const MAY_BE_SOUND = /[[［(（【{<♪♫#*]/;
const SPOKEN = /[\p{L}\p{N}]/u;
const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
// Length of a syllabic character in letters: it takes as long to say as two or three letters.
const SYLLABLE_LETTERS = 2.5;

// A short name of music such as ‘♪ Theme music ♪’; a sung line is longer.
const MUSIC = /^\s*[♪♫#][^♪♫#]*[♪♫#]\s*$/;
const MAX_MUSIC_WORDS = 3;
const MAX_MUSIC_LETTERS = 24;

/** Returns true if a text contains speech or singing. Sound tags, names of music and music symbols alone don't count. */
export function isSpeech(text: string): boolean {
  if (!MAY_BE_SOUND.test(text)) return SPOKEN.test(text);
  if (!SPOKEN.test(text.replace(SOUND, ''))) return false;
  if (!MUSIC.test(text)) return true;
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
  return words > MAX_MUSIC_WORDS || spokenLength(text) > MAX_MUSIC_LETTERS;
}

// A sentence-ending mark, followed by closing quotes and brackets.
const SENTENCE_END = /[.!?。！？؟…।]["'”’»」』)\]）]*$/u;

export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.trimEnd());
}

// Kinds of characters by code, filled on demand: silent, a letter or digit, a syllable.
const UNSEEN = 0;
const [NO_SOUND, LETTER, SIGN] = [1, 2, 3];
const kindByCode = new Uint8Array(0x10000);

function classify(character: string): number {
  if (!SPOKEN.test(character)) return NO_SOUND as number;
  return (SYLLABLE.test(character) ? SIGN : LETTER) as number;
}

/** Estimates the spoken length of a text, in letters. */
export function spokenLength(text: string): number {
  let weight = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) as number;
    let kind = code < kindByCode.length ? (kindByCode[code] as number) : classify(String.fromCodePoint(code));
    if (kind === UNSEEN) {
      kind = classify(String.fromCodePoint(code));
      kindByCode[code] = kind;
    }
    if (kind === LETTER) weight += 1;
    else if (kind === SIGN) weight += SYLLABLE_LETTERS;
    if (code >= kindByCode.length) index += 1;
  }
  return weight;
}
