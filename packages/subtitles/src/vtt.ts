import { formatPosition } from '@sayback/contract/position';
import webvtt from 'webvtt-parser';
import type { Cue, Gathering, Reading } from './cue.ts';
import { gather, quote, replaceUnstorable, splitLines } from './cue.ts';
import { escapeText, plainText } from './vtt-text.ts';

// Positions are written with up to four digits of hours.
const LATEST_MS = 10_000 * 3_600_000 - 1;

const NOT_A_CUE = /^(?:NOTE|STYLE|REGION)(?:$|[ \t])|^Region:/;

/** Whether the text starts with WebVTT's signature. */
export function isVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/**
 * Reads WebVTT as browsers do (https://www.w3.org/TR/webvtt1/#file-parsing): no signature, no cues; a cue with bad
 * times is left out; one without text is kept. Texts are plain: see {@link plainText}. Cues come in the order of the
 * file. Never throws.
 */
export function readVtt(text: string): Reading {
  const gathering = gather();
  const { cues, problems } = gathering;
  if (!isVtt(text)) {
    const message = 'A WebVTT file starts with the word WEBVTT on a line of its own; this one does not.';
    return { cues, problems: [{ line: 1, message }] };
  }
  const lines = splitLines(text);
  let at = 1;
  while (at < lines.length && lines[at] !== '' && !hasArrow(lines[at])) at += 1;
  while (at < lines.length) {
    if (lines[at] === '') at += 1;
    else at = readBlock(lines, at, gathering);
  }
  if (cues.length === 0 && problems.length === 0) {
    problems.push({ line: 1, message: 'The file holds no cue: no line with times was found.' });
  }
  return { cues, problems };
}

/** Writes WebVTT with LF line ends and no cue identifiers. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map((cue) => {
    const text = escapeText(replaceUnstorable(cue.text));
    return `${formatPosition(cue.start)} --> ${formatPosition(cue.end)}\n${text}${text === '' ? '' : '\n'}`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** Reads the block that starts at a line which isn't blank; returns where the next one starts. */
function readBlock(lines: readonly string[], first: number, gathering: Gathering): number {
  // An identifier may stand above the times.
  const timing = [first, first + 1].find((line) => hasArrow(lines[line]));
  let end = (timing ?? first) + 1;
  while (end < lines.length && lines[end] !== '' && !hasArrow(lines[end])) end += 1;

  const head = lines[first] ?? '';
  if (timing === undefined) {
    if (!NOT_A_CUE.test(head)) {
      const message = `There are no times above this text, so it was left out: ${quote(head)}`;
      gathering.problems.push({ line: first + 1, message });
    }
    return end;
  }
  const times = readTimes(lines[timing] ?? '');
  if ('reason' in times) {
    const message = `These times could not be read, so the cue was left out: ${quote(lines[timing] ?? '')}. ${times.reason}`;
    gathering.problems.push({ line: timing + 1, message });
    return end;
  }
  gathering.add(timing + 1, times.start, times.end, plainText(lines.slice(timing + 1, end).join('\n')));
  return end;
}

function readTimes(line: string): { start: number; end: number } | { reason: string } {
  const errors: string[] = [];
  const seconds: { startTime?: number; endTime?: number } = {};
  const parser = new webvtt.WebVTTCueTimingsAndSettingsParser(line, (message) => errors.push(message));
  if (!parser.parse(seconds, 0)) return { reason: errors.at(-1) ?? '' };
  const [start, end] = [seconds.startTime, seconds.endTime].map((value) => Math.round((value ?? 0) * 1000));
  if (start === undefined || end === undefined || start > LATEST_MS || end > LATEST_MS) {
    return { reason: 'The hours are beyond 9999.' };
  }
  return { start, end };
}

function hasArrow(line: string | undefined): boolean {
  return line?.includes('-->') ?? false;
}
