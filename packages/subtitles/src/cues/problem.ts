/** Messages of the problems that readers report, in English; `{{name}}` is a placeholder for a value. */
export const PROBLEM_TEXTS = {
  tooLong: 'This cue has {{length}} characters, too many for one cue: {{text}}',
  swapped: 'This cue ended before it started, so its two times were swapped: {{text}}',
  endsBeforeStart: 'This cue ends before it starts and was skipped: {{text}}',
  unreadableTimes: 'These times are unreadable, so the cue was skipped: {{text}}',
  unreadableTimesBecause: 'These times are unreadable, so the cue was skipped: {{text}}. {{reason}}',
  negativeTime: 'A time below zero was changed to 00:00:00,000.',
  noText: 'This cue has no text and was skipped.',
  noLineWithTimes: 'No line has times, such as 00:00:01,000 --> 00:00:02,500.',
  strayText: 'This text comes before the first line with times and was skipped: {{text}}',
  noSignature: 'A WebVTT file starts with the word WEBVTT on a line of its own. This one does not.',
  noCueWithTimes: 'This file has no cue: no line has times.',
  noTimesAbove: 'This text has no times above it and was skipped: {{text}}',
  formatWithoutTimes: "This Format line doesn't name Start, End and Text, so the usual order was used.",
  noDialogue: 'This file has no cue: no Dialogue line has text.',
  noEvents: 'This is not a json3 file from YouTube: it has no list of events.',
  unusableEvent: 'Event {{event}} has no usable time and was skipped.',
  noEventWithText: 'This file has no cue: no event has text.',
  assumedFrameRate:
    "This file counts in frames, but doesn't say how many make a second, so Sayback assumed 23.976. If its lines drift, correct their times.",
  noTimedText: 'This file has no cue: no paragraph has times and text.',
  tooDeep: 'Elements are nested more than {{count}} deep, so the rest was skipped.',
  tooMuch:
    'From here on this file was skipped: at most {{cues}} cues and {{lines}} lines are read, and of texts that come again {{times}} times the length of the file.',
  tooMuchText: 'This file holds too much text, or signs that no text has.',
  transcript:
    "This text has no times, so Sayback can't match it to the video. Put a time before each line (such as 0:05), or let YouTube Studio time it and upload the .srt file it gives you.",
  foreignFormat:
    "Sayback can't read {{format}} files. Convert this one to SubRip (.srt) first, for example with Subtitle Edit.",
  foreignArchive:
    "Sayback can't read {{format}} archives. Unpack this one, or pack its files as a zip archive.",
  manyInArchive: 'This archive has {{count}} subtitle files in it. Upload them one at a time: {{names}}',
  noneInArchive: 'This archive has no subtitle file in it.',
  archiveTooLarge: 'The files in this archive are too large.',
  brokenArchive: 'This archive is damaged.',
  more: 'There are {{count}} more problems from here on.',
} as const;

/** Reasons for invalid times in a WebVTT cue: webvtt-parser's messages, and our own limit. */
export const TIME_REASONS = {
  noTimestamp: 'No timestamp found.',
  notADigit: 'Timestamp must start with a character in the range 0-9.',
  noUnitSeparator: 'No time unit separator found.',
  notTwoDigits: 'Must be exactly two digits.',
  noSeconds: 'No seconds found or minutes is greater than 59.',
  noDecimalSeparator: 'No decimal separator (".") found.',
  notThreeDigits: 'Milliseconds must be given in three digits.',
  tooManyMinutes: 'You cannot have more than 59 minutes.',
  tooManySeconds: 'You cannot have more than 59 seconds.',
  noArrow: 'No valid timestamp separator found.',
  tooManyHours: 'The hours are beyond 9999.',
} as const;

export type ProblemId = keyof typeof PROBLEM_TEXTS;
export type Values = Record<string, string | number>;

/** A problem that a reader found. `line` is the 1-based line number in the decoded text; `message` is in English. */
export type Problem = { line: number; id: ProblemId; values?: Values; message: string };

export function fillIn(text: string, values?: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name]));
}

export function problem(line: number, id: ProblemId, values?: Values): Problem {
  return { line, id, ...(values && { values }), message: fillIn(PROBLEM_TEXTS[id], values) };
}
