import { formatPosition } from '@sayback/contract/position';
import type { Cue, Reading } from './cue.ts';
import { gather, quote, splitLines } from './cue.ts';
import { stripTags } from './srt-tags.ts';
import type { LineKind } from './srt-timing.ts';
import { asText, judgeLine } from './srt-timing.ts';

type Boundary = { line: number; kind: Exclude<LineKind, { kind: 'text' }> };

const INDEX = /^#?(\d{1,9})(?:\.\d+)?$/;

/**
 * Reads SubRip, driven by the lines with times: everything else may be missing or wrong (indexes, blank lines,
 * delimiters, line ends). Formatting tags are removed, every line is trimmed, cues without text are left out.
 * Cues come in the order of the file. Never throws.
 */
export function readSrt(text: string): Reading {
  const lines = splitLines(text).map((line) => stripTags(line).trim());
  const boundaries = findBoundaries(lines);
  const { cues, problems, add } = gather();

  let from = 0;
  let index: number | null = null;
  const blockEnds = boundaries.map(({ line }) => {
    const head = findIndex(lines, from, line, index);
    index = head?.index ?? null;
    from = line + 1;
    return head?.line ?? line;
  });

  const stray = lines.slice(0, blockEnds[0] ?? 0).findIndex((line) => line !== '');
  if (boundaries.length === 0) {
    const message = 'No line with times was found, such as 00:00:01,000 --> 00:00:02,500.';
    problems.push({ line: 1, message });
  } else if (stray >= 0) {
    const message = `This text stands before the first line with times and was left out: ${quote(lines[stray] ?? '')}`;
    problems.push({ line: stray + 1, message });
  }

  for (const [position, { line, kind }] of boundaries.entries()) {
    const body = lines.slice(line + 1, blockEnds[position + 1] ?? lines.length);
    const number = line + 1;
    if (kind.kind === 'broken') {
      const message = `These times could not be read, so the cue was left out: ${quote(lines[line] ?? '')}`;
      problems.push({ line: number, message });
      continue;
    }
    if (kind.negative) {
      problems.push({ line: number, message: 'A time below zero was taken as 00:00:00,000.' });
    }
    const cueText = [kind.rest, ...body].join('\n').trim();
    if (cueText === '') problems.push({ line: number, message: 'This cue has no text and was left out.' });
    else add(number, kind.start, kind.end, cueText);
  }
  return { cues, problems };
}

/** Writes SubRip with LF line ends, indexes from 1. Cues without text are left out: SubRip has no form for them. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue) => ({
      ...cue,
      text: splitLines(cue.text).map(textLine).join('\n').trim(),
    }))
    .filter((cue) => cue.text !== '')
    .map((cue, position) => `${position + 1}\n${time(cue.start)} --> ${time(cue.end)}\n${cue.text}\n`)
    .join('\n');
}

function findBoundaries(lines: readonly string[]): Boundary[] {
  return lines.flatMap((text, line) => {
    const kind = judgeLine(text);
    return kind.kind === 'text' ? [] : [{ line, kind }];
  });
}

/**
 * The index above the line with times: a number directly above it, or, where blank lines stand between, one that
 * follows the previous cue's. Any other number is text.
 */
function findIndex(lines: readonly string[], from: number, timing: number, previous: number | null) {
  let line = timing - 1;
  while (line >= from && lines[line] === '') line -= 1;
  const match = line >= from ? INDEX.exec((lines[line] ?? '').normalize('NFKC')) : null;
  if (!match) return null;
  const index = Number(match[1]);
  const follows = previous === null ? from === 0 : index === previous + 1;
  return line === timing - 1 || follows ? { line, index } : null;
}

/** The reader judges a line without its tags, so a tag must not hide times from the writer. */
function textLine(line: string): string {
  const read = stripTags(line).trim();
  return judgeLine(read).kind === 'text' ? line : asText(read);
}

function time(ms: number): string {
  return formatPosition(ms).replace('.', ',');
}
