import { endsSentence, readLineHead, toLines } from './lines.ts';
import { isEffect } from './music.ts';

// A sound's name has no punctuation. The limit on its length makes matching take linear time.
const SOUND = /^\*[^*\r\n.!?…,;:"]{2,60}\*(?=\s|$)/u;
const SOUND_AT_END = /(?<!\S)\*[^*\r\n.!?…,;:"]{2,60}\*\s*$/u;

/**
 * Removes sounds such as `*door creaks*` from a line's start (before a sentence) or end (after one). Preserves emphasised words
 * (`I *really* do`) and censored words (`f**k`).
 */
export function removeAsteriskSounds(text: string): string {
  if (!text.includes('*')) return text;
  const lines = toLines(text);
  const cleaned = lines.map((line) => removeSoundAtEnd(removeSoundAtStart(line)));
  return cleaned.every((line, index) => line === lines[index]) ? text : cleaned.join('\n');
}

function removeSoundAtStart(line: string): string {
  const { head } = readLineHead(line);
  const words = line.slice(head.length);
  const sound = SOUND.exec(words);
  if (!sound || !isMaybeSound(sound[0])) return line;
  const rest = words.slice(sound[0].length).trimStart();
  return rest === '' || startsSentence(rest) ? head + rest : line;
}

function removeSoundAtEnd(line: string): string {
  // Searches back only for the length of the longest sound and some spaces, since searching the whole line would take quadratic
  // time.
  const from = Math.max(0, line.length - 100);
  const sound = SOUND_AT_END.exec(line.slice(from));
  if (!sound || !isMaybeSound(sound[0])) return line;
  const before = line.slice(0, from + sound.index).trimEnd();
  return before !== '' && endsSentence(before) ? before : line;
}

function startsSentence(text: string): boolean {
  return /^[^\p{L}\p{N}]*\p{Lu}/u.test(text);
}

/**
 * Returns true for words that can name a sound, such as `* Musik *`, but not for a cry (`*MAMAAAA*`) or a line of a song (`* la
 * la *`).
 */
function isMaybeSound(sound: string): boolean {
  const content = sound.trim().slice(1, -1);
  const isName = content === content.trim() || isEffect(content);
  return isName && /\p{L}/u.test(content) && !/(\p{L})\1\1/iu.test(content);
}
