import webvtt from 'webvtt-parser';
import { type CueCollector, collectLines } from '../cues/collect-cues.ts';
import { type Block, MAX_READ_CHARACTERS, type Markup, type Reading } from '../cues/cue.ts';
import { LATEST_MS, PLAIN_TIMES_LENGTH, readPlainTimes } from '../cues/cue-times.ts';
import { problem, TIME_REASONS } from '../cues/problem.ts';
import { escapePlainText, toPlainText } from './vtt-text.ts';

type Times = { start: number; end: number; settings: string };
type VttCollector = CueCollector & { blocks: Block[] };

const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:$|[ \t])|^Region:/;
const FULL_STOP = 46;
/** Maximum length of a line with times, since the parser takes quadratic time for the settings. */
const MAX_TIMES_LENGTH = 500;

export function isVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/** Returns true if a block's first line starts a note, a style sheet or a region. */
export function isOtherBlock(head: string): boolean {
  return OTHER_BLOCK.test(head);
}

/**
 * Reads WebVTT as browsers do (https://www.w3.org/TR/webvtt1/#file-parsing): a file without a signature has no cues; cues with
 * invalid times are dropped; cues without text are not. Returns plain texts (see {@link toPlainText}), with tags, settings and
 * identifiers in the cues' markup, and the header, notes, styles and regions separately. Cues are in file order. Never throws.
 */
export function readVtt(text: string): Reading {
  if (!isVtt(text)) return { cues: [], problems: [problem(1, 'noSignature')] };
  const { lines, ...collected } = collectLines(text);
  const collector: VttCollector = { ...collected, blocks: [] };
  const { blocks } = collector;
  let index = 1;
  while (index < lines.length && lines[index] !== '' && !hasArrow(lines[index])) index += 1;
  const header = lines.slice(0, index).join('\n');
  while (index < lines.length) {
    if (lines[index] === '') index += 1;
    else index = readBlock(lines, index, collector);
  }
  return {
    ...collector.finish('noCueWithTimes'),
    ...(header === 'WEBVTT' ? {} : { header }),
    ...(blocks.length > 0 && { blocks }),
  };
}

/** Reads the block that starts at a non-blank line; returns the start of the next one. */
function readBlock(lines: readonly string[], first: number, collector: VttCollector): number {
  // The line above the times can be an identifier.
  const timingIndex = hasArrow(lines[first]) ? first : hasArrow(lines[first + 1]) ? first + 1 : undefined;
  let end = (timingIndex ?? first) + 1;
  while (end < lines.length && lines[end] !== '' && !hasArrow(lines[end])) end += 1;

  const head = lines[first] ?? '';
  if (timingIndex === undefined) {
    if (isOtherBlock(head)) {
      collector.blocks.push({ before: collector.cues.length, text: lines.slice(first, end).join('\n') });
    } else {
      collector.report(first + 1, 'noTimesAbove', { text: head });
    }
    return end;
  }
  const times = readTimes(lines[timingIndex] ?? '');
  if ('reason' in times) {
    const values = { text: lines[timingIndex] ?? '', reason: times.reason };
    collector.report(timingIndex + 1, 'unreadableTimesBecause', values);
    return end;
  }
  const hasOneLine = end === timingIndex + 2;
  const fullPayload =
    (hasOneLine ? lines[timingIndex + 1] : lines.slice(timingIndex + 1, end).join('\n')) ?? '';
  const payload = fullPayload.slice(0, MAX_READ_CHARACTERS);
  const text = toPlainText(payload);
  const markup = buildMarkup(payload, text, times.settings, timingIndex > first ? head : '');
  collector.add(timingIndex + 1, times.start, times.end, text, markup);
  return end;
}

function buildMarkup(
  payload: string,
  text: string,
  settings: string,
  identifier: string,
): Markup | undefined {
  // A payload without tags, or with only the tags that prevent blank lines, needs no markup.
  const tagged = payload.includes('<') && payload !== escapePlainText(text);
  if (!tagged && settings === '' && identifier === '') return undefined;
  return {
    format: 'vtt',
    ...(tagged && { payload }),
    ...(settings && { settings }),
    ...(identifier && { identifier }),
  };
}

function readTimes(line: string): Times | { reason: string } {
  const plain = readPlainTimes(line, FULL_STOP);
  const textAfterTimes = line.charAt(PLAIN_TIMES_LENGTH);
  if (plain && (textAfterTimes === '' || textAfterTimes === ' ')) {
    return { start: plain.start, end: plain.end, settings: buildSettings(line.slice(PLAIN_TIMES_LENGTH)) };
  }
  const errors: string[] = [];
  const seconds: { startTime?: number; endTime?: number } = {};
  const parser = new webvtt.WebVTTCueTimingsAndSettingsParser(line.slice(0, MAX_TIMES_LENGTH), (message) =>
    errors.push(message),
  );
  if (!parser.parse(seconds, 0)) return { reason: errors.at(-1) ?? '' };
  const [start, end] = [seconds.startTime, seconds.endTime].map((value) => Math.round((value ?? 0) * 1000));
  if (start === undefined || end === undefined || start > LATEST_MS || end > LATEST_MS) {
    return { reason: TIME_REASONS.tooManyHours };
  }
  return { start, end, settings: buildSettings(readSettings(line)) };
}

function readSettings(line: string): string {
  return line
    .slice(line.indexOf('-->') + 3)
    .trimStart()
    .replace(/^[\d:.]+/, '');
}

/** Returns the settings; '' if they contain an arrow, which other readers would interpret as times. */
function buildSettings(textAfterTimes: string): string {
  return hasArrow(textAfterTimes) ? '' : textAfterTimes.trim();
}

// Fast path: most lines don't contain `>`, and searching for a single character is several times as fast.
function hasArrow(line: string | undefined): boolean {
  return line?.includes('>') === true && line.includes('-->');
}
