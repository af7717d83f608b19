import { endsSentence, headOf, linesOf } from './lines.ts';

const MARKED = /^(?:<<([^<>\r\n]{2,60})>>|<(i|em)>([^<>\r\n]{2,60})<\/\2>)(?=[\s\p{L}]|$)/u;
const SOUND = /^\p{Ll}[\p{Ll}\p{M}\s'’-]*$/u;
// ‘I’ is upper case in the middle of a sentence too.
const NEXT_SENTENCE = /^[¿¡"“‘«♪\s]*(?!I\b)(?:\p{Lu}|\p{Lt})/u;

// In Japanese broadcasts a pictogram shows the device that a voice comes from, and an arrow that the sentence continues.
const DEVICE = /(?:[📱☎📞📺📻🔊⚞⚟]\uFE0F?\s*)+|(?<!\s)\s*➡\uFE0F?(?=\s*$)/gmu;

/**
 * Removes `📱`, `➡`, `<<noise>>` and `<i>noise</i>` from a line's start if it can only be a sound's name: lower-case words
 * without punctuation, then a new sentence. Italics must also follow the end of a sentence, since an emphasised word may begin
 * the second half of one. Quotations (`<< Bonjour. >>`) stay.
 */
export function removeMarkedSounds(text: string, { previous }: { previous?: string | undefined }): string {
  const spoken = text.replace(DEVICE, '');
  if (!spoken.includes('<')) return spoken;
  const lines = linesOf(spoken);
  const cleaned = lines.map((line, at) =>
    withoutSound(line, at === 0 ? (previous ?? '') : (lines[at - 1] ?? '')),
  );
  return cleaned.every((line, at) => line === lines[at]) ? spoken : cleaned.join('\n');
}

function withoutSound(line: string, before: string): string {
  const start = /^\s*(?:[-–—‐]\s*)?/u.exec(line)?.[0] ?? '';
  const marked = MARKED.exec(line.slice(start.length));
  if (!marked) return line;
  const [whole, angled, , italic] = marked;
  const rest = line.slice(start.length + whole.length);
  if (!SOUND.test((angled ?? italic ?? '').trim())) return line;
  const isSound =
    italic === undefined ? rest.trim() === '' || NEXT_SENTENCE.test(rest) : isApart(rest, before);
  return isSound ? start + rest.trimStart() : line;
}

function isApart(rest: string, before: string): boolean {
  return NEXT_SENTENCE.test(rest) && endsSentence(before) && headOf(rest).dash === undefined;
}
