import { headOf, linesOf, withDash, withoutDash, withoutTags } from './lines.ts';

// Matches remains of a removal that aren't text on their own. Emoticons and masks (`:)`, `__`, `***`) are text.
const LEFTOVER = /^[\s\p{Pd}\p{Pi}\p{Pf}.,!?…;:'"¿¡。、，！？：؛،؟]*$/u;
const EMOTICON = /[:;=]-?[()]/;
const DASH_INSIDE = /[.!?…] [-–—‐] ?\S/u;
export const EMPTY_TAGS = /<([a-z]+)(?![a-z])[^<>]*>\s*<\/\1>/giu;

/**
 * Tidies a text after a removal: removes emptied lines and tags around nothing; removes the dialogue dash of a single remaining
 * speaker; with several, puts one space after each dash. Lines untouched by the removal keep their spaces.
 */
export function tidyRemoval(before: string, after: string): string {
  const untouched = new Set(linesOf(before));
  const lines: string[] = [];
  let emptied: string | undefined;
  for (const raw of linesOf(after)) {
    const line = untouched.has(raw) ? raw : raw.replace(EMPTY_TAGS, '').trim();
    if (line.trim() === '' || (!untouched.has(raw) && isLeftover(line))) {
      emptied = headOf(line).dash ?? emptied;
      continue;
    }
    // A turn whose first line was removed continues with its dash: `- [Rex]⏎I'm coming.`
    lines.push(emptied !== undefined && headOf(line).dash === undefined ? withDash(line, emptied) : line);
    emptied = undefined;
  }
  const dashes = lines.map((line) => headOf(line).dash);
  const speakers = dashes.filter((dash) => dash !== undefined).length;
  if (speakers === 1 && dashes[0] !== undefined && !lines.some((line) => DASH_INSIDE.test(line)))
    return [withoutDash(lines[0] ?? ''), ...lines.slice(1)].join('\n');
  const areUntouched = lines.every((line, at) => dashes[at] === undefined || untouched.has(line));
  if (speakers < 2 || areUntouched) return lines.join('\n');
  return lines.map((line, at) => (dashes[at] === undefined ? line : withDash(line, dashes[at]))).join('\n');
}

function isLeftover(line: string): boolean {
  const plain = withoutTags(line);
  return LEFTOVER.test(plain) && !EMOTICON.test(plain);
}

/** A line without its speaker's name; `speaker` is undefined if it had none. */
export type Turn = { line: string; speaker?: string | undefined };

/**
 * Marks turns with dialogue dashes in place of removed names: at the first line and at each change of speaker. A single speaker
 * needs none.
 */
export function dashTurns(turns: readonly Turn[]): string {
  const dash = turns.map(({ line }) => headOf(line).dash).find((one) => one !== undefined);
  let speaking = turns[0]?.speaker;
  const begins = turns.map(({ speaker, line }, position) => {
    if (position === 0) return false;
    const other = speaker !== undefined && speaker !== speaking;
    if (speaker !== undefined) speaking = speaker;
    return other || (turns[0]?.speaker !== undefined && headOf(line).dash !== undefined);
  });
  if (!begins.includes(true)) return turns.map(({ line }) => line).join('\n');
  begins[0] = true;
  return turns
    .map(({ line }, position) => (begins[position] ? withDash(line, dash ?? '-') : line))
    .join('\n');
}
