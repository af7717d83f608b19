import { endsSentence, readLineHead, toLines } from './lines.ts';

const MARKED = /^(?:<<([^<>\r\n]{2,60})>>|<(i|em)>([^<>\r\n]{2,60})<\/\2>)(?=[\s\p{L}]|$)/u;
const SOUND = /^\p{Ll}[\p{Ll}\p{M}\s'’-]*$/u;
// The start of a sentence. Excludes ‘I’, which is also upper case in the middle of a sentence.
const NEXT_SENTENCE = /^[¿¡"“‘«♪\s]*(?!I\b)(?:\p{Lu}|\p{Lt})/u;

// Symbols in Japanese broadcasts: a pictogram shows the device that a voice comes from, an arrow that the sentence continues.
const DEVICE = /(?:[📱☎📞📺📻🔊⚞⚟]\uFE0F?\s*)+|(?<!\s)\s*➡\uFE0F?(?=\s*$)/gmu;

/**
 * Removes `📱` and `➡`, and removes `<<noise>>` and `<i>noise</i>` from a line's start if they can only be the name of a sound:
 * lower-case words without punctuation before a new sentence. Italics must also follow the end of a sentence, since the second
 * half of a sentence can start with an emphasised word. Preserves quotations (`<< Bonjour. >>`).
 */
export function removeMarkedSounds(text: string, { previous }: { previous?: string | undefined }): string {
  const withoutDevices = text.replace(DEVICE, '');
  if (!withoutDevices.includes('<')) return withoutDevices;
  const lines = toLines(withoutDevices);
  const cleaned = lines.map((line, index) =>
    removeSound(line, index === 0 ? (previous ?? '') : (lines[index - 1] ?? '')),
  );
  return cleaned.every((line, index) => line === lines[index]) ? withoutDevices : cleaned.join('\n');
}

function removeSound(line: string, previousLine: string): string {
  const start = /^\s*(?:[-–—‐]\s*)?/u.exec(line)?.[0] ?? '';
  const found = MARKED.exec(line.slice(start.length));
  if (!found) return line;
  const [marked, angled, , italic] = found;
  const rest = line.slice(start.length + marked.length);
  if (!SOUND.test((angled ?? italic ?? '').trim())) return line;
  const isSound =
    italic === undefined
      ? rest.trim() === '' || NEXT_SENTENCE.test(rest)
      : isSeparateSentence(rest, previousLine);
  return isSound ? start + rest.trimStart() : line;
}

function isSeparateSentence(rest: string, previousLine: string): boolean {
  return NEXT_SENTENCE.test(rest) && endsSentence(previousLine) && readLineHead(rest).dash === undefined;
}
