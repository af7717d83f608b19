import type { Turn } from './dialogue.ts';
import { dashTurns } from './dialogue.ts';
import { readLineHead, toLines } from './lines.ts';

const MARK = /^(?:(?:(?:>|&gt;){2,}|[≫≪])\s*)+/u;
// A mark inside a line, which counts only after the end of a sentence: `8 >> 1` is text.
const MARK_INSIDE = /(?<=[.!?…。！？♪♫"”\])-])[^\S\r\n]*(?:>|&gt;){2,}[^\S\r\n]*(?=\S)/gu;

/** Removes `>>`, which marks another speaker's turn in captions. Several turns get dialogue dashes. */
export function removeTurnMarks(text: string): string {
  if (!/>>|&gt;|[≫≪]/u.test(text)) return text;
  const split = text.replace(MARK_INSIDE, '\n>> ');
  const turns = toLines(split).map((line, position): Turn => {
    const { head } = readLineHead(line);
    const mark = MARK.exec(line.slice(head.length));
    return mark
      ? { line: head + line.slice(head.length + mark[0].length), speaker: `${position}` }
      : { line };
  });
  if (turns.every(({ speaker }) => speaker === undefined)) return text;
  // Drops turns without text.
  return dashTurns(turns.filter(({ line, speaker }) => speaker === undefined || line.trim() !== ''));
}

const VOICE = /<v(?:\.[^\s<>]*)?[^\S\r\n]+(?![^\S\r\n])([^<>]*)>/gu;
const VOICE_END = /<\/v>/g;

/** Removes WebVTT's voice spans (`<v Mary>`) around speech. Several voices get dialogue dashes. */
export function removeVoices(text: string): string {
  if (!text.includes('<v') || text.search(VOICE) < 0) return text;
  const turns = toLines(text).map((line): Turn => {
    const speaker = [...line.matchAll(VOICE)].at(-1)?.[1]?.trim();
    return { line: line.replace(VOICE, '').replace(VOICE_END, ''), speaker };
  });
  return dashTurns(turns);
}
