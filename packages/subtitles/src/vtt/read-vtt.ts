import webvtt from 'webvtt-parser';
import { type Block, MAX_READ_CHARACTERS, type Markup, type Reading } from '../cues/cue.ts';
import { LATEST_MS, PLAIN_TIMES_LENGTH, readPlainTimes } from '../cues/cue-times.ts';
import { type Gathering, gatherLines } from '../cues/gather-cues.ts';
import { problem, TIME_REASONS } from '../cues/problem.ts';
import { escapeText, plainText } from './vtt-text.ts';

type Times = { start: number; end: number; settings: string };
type VttGathering = Gathering & { blocks: Block[] };

const NOT_A_CUE = /^(?:NOTE|STYLE|REGION)(?:$|[ \t])|^Region:/;
const FULL_STOP = 46;
/** The parser takes quadratic time for settings after the times, which aren't needed from it. */
const LONGEST_TIMES = 500;

export function isVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/** Returns true if a block's first line marks a note, a style sheet or a region. */
export function isNoCue(head: string): boolean {
  return NOT_A_CUE.test(head);
}

/**
 * Reads WebVTT like browsers (https://www.w3.org/TR/webvtt1/#file-parsing): without a signature there are no cues; a cue with
 * invalid times is dropped; one without text stays. Texts are plain (see {@link plainText}); tags, settings and identifiers are
 * in the cue's markup; the header, notes, styles and regions are beside the cues. Cues are in the order of the file. Never
 * throws.
 */
export function readVtt(text: string): Reading {
  if (!isVtt(text)) return { cues: [], problems: [problem(1, 'noSignature')] };
  const { lines, ...gathered } = gatherLines(text);
  const gathering: VttGathering = { ...gathered, blocks: [] };
  const { blocks } = gathering;
  let at = 1;
  while (at < lines.length && lines[at] !== '' && !hasArrow(lines[at])) at += 1;
  const header = lines.slice(0, at).join('\n');
  while (at < lines.length) {
    if (lines[at] === '') at += 1;
    else at = readBlock(lines, at, gathering);
  }
  return {
    ...gathering.finish('noCueWithTimes'),
    ...(header === 'WEBVTT' ? {} : { header }),
    ...(blocks.length > 0 && { blocks }),
  };
}

/** Reads the block that starts at a non-blank line; returns the start of the next one. */
function readBlock(lines: readonly string[], first: number, gathering: VttGathering): number {
  // An identifier may precede the times.
  const timing = hasArrow(lines[first]) ? first : hasArrow(lines[first + 1]) ? first + 1 : undefined;
  let end = (timing ?? first) + 1;
  while (end < lines.length && lines[end] !== '' && !hasArrow(lines[end])) end += 1;

  const head = lines[first] ?? '';
  if (timing === undefined) {
    if (isNoCue(head)) {
      gathering.blocks.push({ before: gathering.cues.length, text: lines.slice(first, end).join('\n') });
    } else {
      gathering.report(first + 1, 'noTimesAbove', { text: head });
    }
    return end;
  }
  const times = readTimes(lines[timing] ?? '');
  if ('reason' in times) {
    const values = { text: lines[timing] ?? '', reason: times.reason };
    gathering.report(timing + 1, 'unreadableTimesBecause', values);
    return end;
  }
  const single = end === timing + 2;
  const whole = (single ? lines[timing + 1] : lines.slice(timing + 1, end).join('\n')) ?? '';
  const payload = whole.slice(0, MAX_READ_CHARACTERS);
  const text = plainText(payload);
  const markup = getMarkup(payload, text, times.settings, timing > first ? head : '');
  gathering.add(timing + 1, times.start, times.end, text, markup);
  return end;
}

function getMarkup(payload: string, text: string, settings: string, identifier: string): Markup | undefined {
  // A payload without tags, or only with those that prevent blank lines, contains no more than its text.
  const tagged = payload.includes('<') && payload !== escapeText(text);
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
  const behind = line.charAt(PLAIN_TIMES_LENGTH);
  if (plain && (behind === '' || behind === ' ')) {
    return { start: plain.start, end: plain.end, settings: buildSettings(line.slice(PLAIN_TIMES_LENGTH)) };
  }
  const errors: string[] = [];
  const seconds: { startTime?: number; endTime?: number } = {};
  const parser = new webvtt.WebVTTCueTimingsAndSettingsParser(line.slice(0, LONGEST_TIMES), (message) =>
    errors.push(message),
  );
  if (!parser.parse(seconds, 0)) return { reason: errors.at(-1) ?? '' };
  const [start, end] = [seconds.startTime, seconds.endTime].map((value) => Math.round((value ?? 0) * 1000));
  if (start === undefined || end === undefined || start > LATEST_MS || end > LATEST_MS) {
    return { reason: TIME_REASONS.tooManyHours };
  }
  return { start, end, settings: buildSettings(behindTimes(line)) };
}

function behindTimes(line: string): string {
  return line
    .slice(line.indexOf('-->') + 3)
    .trimStart()
    .replace(/^[\d:.]+/, '');
}

/** Another reader would take an arrow among the settings for another line with times. */
function buildSettings(behind: string): string {
  return hasArrow(behind) ? '' : behind.trim();
}

// Fast path: most lines don't contain the character, and searching for one is several times as fast.
function hasArrow(line: string | undefined): boolean {
  return line?.includes('>') === true && line.includes('-->');
}
