import { type Cue, MAX_CUE_CHARACTERS } from './cue.ts';

/** Divides a text into parts that are short enough, between words if possible. */
function divide(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_CUE_CHARACTERS) {
    const start = rest.slice(0, MAX_CUE_CHARACTERS);
    const lastBlank = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
    // Avoids splitting a surrogate pair.
    const maxLength = start.isWellFormed() ? MAX_CUE_CHARACTERS : MAX_CUE_CHARACTERS - 1;
    const cutIndex = lastBlank > 0 ? lastBlank : maxLength;
    parts.push(rest.slice(0, cutIndex).trim());
    rest = rest.slice(cutIndex).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/**
 * Divides each cue longer than `MAX_CUE_CHARACTERS` into several, which share its time and lose its markup, and renumbers all
 * cues. Returns the same list if no cue is too long.
 */
export function divideLongCues(cues: Cue[]): Cue[] {
  if (cues.every(({ text }) => text.length <= MAX_CUE_CHARACTERS)) return cues;
  const parts = cues.flatMap((cue) => {
    const { start, end, text } = cue;
    if (text.length <= MAX_CUE_CHARACTERS) return [cue];
    const texts = divide(text);
    const timeAt = (position: number) => start + Math.round(((end - start) * position) / texts.length);
    return texts.map((part, position) => ({
      index: 0,
      start: timeAt(position),
      end: timeAt(position + 1),
      text: part,
    }));
  });
  return parts.map((cue, position) => ({ ...cue, index: position + 1 }));
}
