import { addDash, readLineHead, removeDash, removeTags, toLines } from './lines.ts';
import { isSymbolsOnly } from './music.ts';

// A line with only punctuation, which counts as empty after a removal. Emoticons and censored words (`:)`, `__`, `***`) are text.
const REMAINS = /^[\s\p{Pd}\p{Pi}\p{Pf}.,!?…;:'"¿¡。、，！？：؛،؟]*$/u;
const EMOTICON = /[:;=]-?[()]/;
const DASH_INSIDE = /[.!?…] [-–—‐] ?\S/u;
export const EMPTY_TAGS = /<([a-z]+)(?![a-z])[^<>]*>\s*<\/\1>/giu;

/**
 * Tidies a text after a removal: removes lines and tags without content, and the dialogue dash of a single remaining speaker.
 * With several speakers, puts one space after each dash. Preserves the spaces of unchanged lines.
 */
export function tidyRemoval(before: string, after: string): string {
  const unchangedLines = new Set(toLines(before));
  const lines: string[] = [];
  let emptiedDash: string | undefined;
  for (const raw of toLines(after)) {
    const line = unchangedLines.has(raw) ? raw : raw.replace(EMPTY_TAGS, '').trim();
    if (line.trim() === '' || (!unchangedLines.has(raw) && isRemains(line))) {
      emptiedDash = readLineHead(line).dash ?? emptiedDash;
      continue;
    }
    // If a turn's first line was removed, its dash moves to the next line: `- [Rex]⏎I'm coming.`
    lines.push(
      emptiedDash !== undefined && readLineHead(line).dash === undefined ? addDash(line, emptiedDash) : line,
    );
    emptiedDash = undefined;
  }
  const dashes = lines.map((line) => readLineHead(line).dash);
  const speakers = dashes.filter((dash) => dash !== undefined).length;
  if (speakers === 1 && dashes[0] !== undefined && !lines.some((line) => DASH_INSIDE.test(line)))
    return [removeDash(lines[0] ?? ''), ...lines.slice(1)].join('\n');
  const areUnchanged = lines.every((line, index) => dashes[index] === undefined || unchangedLines.has(line));
  if (speakers < 2 || areUnchanged) return lines.join('\n');
  return lines
    .map((line, index) => (dashes[index] === undefined ? line : addDash(line, dashes[index])))
    .join('\n');
}

function isRemains(line: string): boolean {
  const plain = removeTags(line);
  return REMAINS.test(plain) && !EMOTICON.test(plain);
}

/** A line without its speaker's name; `speaker` is undefined if the line had no name. */
export type Turn = { line: string; speaker?: string | undefined };

/**
 * Marks turns with dialogue dashes in place of removed names, at the first line with words and at each change of speaker. A
 * single speaker gets no dash.
 */
export function dashTurns(turns: readonly Turn[]): string {
  const dash = turns.map(({ line }) => readLineHead(line).dash).find((foundDash) => foundDash !== undefined);
  const first = turns.findIndex(({ line }) => !isSymbolsOnly(line));
  const firstSpeaker = turns[first]?.speaker;
  let currentSpeaker = firstSpeaker;
  const startsTurn = turns.map(({ speaker, line }, position) => {
    if (position <= first) return false;
    const isOtherSpeaker = speaker !== undefined && speaker !== currentSpeaker;
    if (speaker !== undefined) currentSpeaker = speaker;
    return isOtherSpeaker || (firstSpeaker !== undefined && readLineHead(line).dash !== undefined);
  });
  if (!startsTurn.includes(true)) return turns.map(({ line }) => line).join('\n');
  startsTurn[first] = true;
  return turns
    .map(({ line }, position) => (startsTurn[position] ? addDash(line, dash ?? '-') : line))
    .join('\n');
}
