// What stands for a sound or a song rather than speech.
const SOUND = /\[[^\]]*\]|［[^］]*］|\([^)]*\)|（[^）]*）|【[^】]*】|\{[^}]*\}|<[^>]*>|[♪♫#*]/g;
const SPOKEN = /[\p{L}\p{N}]/u;
const EACH_SPOKEN = /[\p{L}\p{N}]/gu;
const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
// A sign that stands for a syllable takes as long to say as two to three letters.
const SYLLABLE_LETTERS = 2.5;

// ‘♪ Theme music ♪’ names a sound, where a line that is sung goes on for longer.
const MUSIC = /^\s*[♪♫#][^♪♫#]*[♪♫#]\s*$/;
const MOST_MUSIC_WORDS = 3;
const MOST_MUSIC_LETTERS = 24;

/** Whether a text carries speech or song: sound tags, names of music and music signs alone don't. */
export function isSpeech(text: string): boolean {
  if (!SPOKEN.test(text.replace(SOUND, ''))) return false;
  if (!MUSIC.test(text)) return true;
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
  return words > MOST_MUSIC_WORDS || weighText(text) > MOST_MUSIC_LETTERS;
}

// A sign that closes a sentence, then quotes and brackets that close with it.
const SENTENCE_END = /[.!?。！？؟…।]["'”’»」』)\]）]*$/u;

/** Whether a text ends with the end of a sentence. */
export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.trimEnd());
}

/** How long a text is to say, roughly, in letters. */
export function weighText(text: string): number {
  const letters = text.match(EACH_SPOKEN)?.length ?? 0;
  return letters === 0 ? 0 : letters + (text.match(SYLLABLE)?.length ?? 0) * (SYLLABLE_LETTERS - 1);
}
