import { endsSentence, headOf, linesOf } from './lines.ts';
import { isEffect } from './music.ts';

// Punctuation of a spoken sentence, which doesn't occur in a sound's name. The length limit bounds the search.
const SOUND = /^\*[^*\r\n.!?…,;:"]{2,60}\*(?=\s|$)/u;
const SOUND_AT_END = /(?<!\S)\*[^*\r\n.!?…,;:"]{2,60}\*\s*$/u;

/**
 * Removes `*door creaks*` from a line's start (before a sentence) or end (after one). An emphasised word (`I *really* do`) and
 * a mask (`f**k`) stay.
 */
export function removeAsteriskSounds(text: string): string {
  if (!text.includes('*')) return text;
  const lines = linesOf(text);
  const cleaned = lines.map((line) => withoutEnd(withoutStart(line)));
  return cleaned.every((line, at) => line === lines[at]) ? text : cleaned.join('\n');
}

function withoutStart(line: string): string {
  const { head } = headOf(line);
  const words = line.slice(head.length);
  const sound = SOUND.exec(words);
  if (!sound || !mayBeSound(sound[0])) return line;
  const rest = words.slice(sound[0].length).trimStart();
  // Without case, a sentence's start looks the same as its second half.
  return rest === '' || startsSentence(rest) ? head + rest : line;
}

function withoutEnd(line: string): string {
  // Length of the longest sound and some spaces; searching the whole line would try each of its asterisks.
  const from = Math.max(0, line.length - 100);
  const sound = SOUND_AT_END.exec(line.slice(from));
  if (!sound || !mayBeSound(sound[0])) return line;
  const before = line.slice(0, from + sound.index).trimEnd();
  return before !== '' && endsSentence(before) ? before : line;
}

function startsSentence(text: string): boolean {
  return /^[^\p{L}\p{N}]*\p{Lu}/u.test(text);
}

/**
 * Returns true if it has words, and isn't a drawn-out cry (`*MAMAAAA*`) or a line of a song (`* la la *`); `* Musik *` is a
 * sound.
 */
function mayBeSound(sound: string): boolean {
  const content = sound.trim().slice(1, -1);
  const isName = content === content.trim() || isEffect(content);
  return isName && /\p{L}/u.test(content) && !/(\p{L})\1\1/iu.test(content);
}
