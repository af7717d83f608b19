import { type Cue, MAX_CUE_CHARACTERS } from './cue.ts';

/** Divides a text into short enough parts, between words if possible. */
function divide(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_CUE_CHARACTERS) {
    const head = rest.slice(0, MAX_CUE_CHARACTERS);
    const between = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
    // Keep surrogate pairs together.
    const whole = head.isWellFormed() ? MAX_CUE_CHARACTERS : MAX_CUE_CHARACTERS - 1;
    const cut = between > 0 ? between : whole;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/**
 * Divides each cue that is longer than `MAX_CUE_CHARACTERS` into several with the same time, which lose their markup. Returns the same
 * list if there is none. Cues are renumbered.
 */
export function divideLongCues(cues: Cue[]): Cue[] {
  if (cues.every(({ text }) => text.length <= MAX_CUE_CHARACTERS)) return cues;
  const parts = cues.flatMap((cue) => {
    const { start, end, text } = cue;
    if (text.length <= MAX_CUE_CHARACTERS) return [cue];
    const texts = divide(text);
    const at = (position: number) => start + Math.round(((end - start) * position) / texts.length);
    return texts.map((part, position) => ({
      index: 0,
      start: at(position),
      end: at(position + 1),
      text: part,
    }));
  });
  return parts.map((cue, position) => ({ ...cue, index: position + 1 }));
}
