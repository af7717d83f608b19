import { type Cue, LONGEST_CUE } from './cue.ts';

/** Divides a text into short enough parts, between words if possible. */
function divide(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > LONGEST_CUE) {
    const head = rest.slice(0, LONGEST_CUE);
    const between = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
    // Keep surrogate pairs together.
    const whole = head.isWellFormed() ? LONGEST_CUE : LONGEST_CUE - 1;
    const cut = between > 0 ? between : whole;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/**
 * Divides each cue that is longer than `LONGEST_CUE` into several with the same time, which lose their markup. Returns the same
 * list if there is none. Cues are renumbered.
 */
export function divideLongCues(cues: Cue[]): Cue[] {
  if (cues.every(({ text }) => text.length <= LONGEST_CUE)) return cues;
  const parts = cues.flatMap((cue) => {
    const { start, end, text } = cue;
    if (text.length <= LONGEST_CUE) return [cue];
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
