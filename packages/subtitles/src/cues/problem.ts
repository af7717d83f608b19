/** What a reader may not be able to take as it is, in English; `{{name}}` stands for a value. */
export const PROBLEM_TEXTS = {
  tooLong: 'This cue has {{length}} characters, too many for one: {{text}}',
  swapped: 'This cue ends before it starts; the two times were swapped: {{text}}',
  endsBeforeStart: 'This cue ends before it starts; it was left out: {{text}}',
  unreadableTimes: 'These times could not be read, so the cue was left out: {{text}}',
  unreadableTimesBecause: 'These times could not be read, so the cue was left out: {{text}}. {{reason}}',
  negativeTime: 'A time below zero was taken as 00:00:00,000.',
  noText: 'This cue has no text and was left out.',
  noLineWithTimes: 'No line with times was found, such as 00:00:01,000 --> 00:00:02,500.',
  strayText: 'This text stands before the first line with times and was left out: {{text}}',
  noSignature: 'A WebVTT file starts with the word WEBVTT on a line of its own; this one does not.',
  noCueWithTimes: 'The file holds no cue: no line with times was found.',
  noTimesAbove: 'There are no times above this text, so it was left out: {{text}}',
  formatWithoutTimes: 'This Format names no Start, End and Text; the usual one was taken.',
  noDialogue: 'The file holds no cue: no Dialogue line with a text was found.',
  noEvents: 'This is not a json3 file of YouTube: it has no list of events.',
  unusableEvent: 'Event {{event}} has no time that can be used and was left out.',
  noEventWithText: 'The file holds no cue: no event has a text.',
  assumedFrameRate:
    'The file counts in frames and does not say how many make a second; 23.976 were assumed. If its lines drift, correct their times.',
  noTimedText: 'The file holds no cue: no paragraph with times and a text was found.',
  tooDeep: 'Elements lie more than {{count}} deep in each other; what follows was left out.',
  transcript:
    'This is a text without times, so it cannot be matched to the video. Put a time before each line (such as 0:05), or let YouTube Studio time it and upload the .srt file that it gives you.',
  foreignFormat:
    'The format of this file, {{format}}, cannot be read. Convert it to SubRip (.srt) first, for example with Subtitle Edit.',
  foreignArchive: 'A {{format}} archive cannot be read. Unpack it, or pack its files as a zip archive.',
  manyInArchive: 'This archive holds {{count}} subtitle files. Upload one of them at a time: {{names}}',
  noneInArchive: 'This archive holds no subtitle file.',
  archiveTooLarge: 'What this archive holds is too large.',
  brokenArchive: 'This archive is damaged.',
  more: 'There are {{count}} more problems from here on.',
} as const;

/** Why the times of a WebVTT cue can't be read: the texts of webvtt-parser, and our own limit. */
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
type Values = Record<string, string | number>;

/** Something a reader could not take as it stood. `line` is 1-based in the decoded text; `message` is in English. */
export type Problem = { line: number; id: ProblemId; values?: Values; message: string };

/** Puts the values into a text of a catalogue. */
export function fillIn(text: string, values?: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name]));
}

export function problem(line: number, id: ProblemId, values?: Values): Problem {
  return { line, id, ...(values && { values }), message: fillIn(PROBLEM_TEXTS[id], values) };
}
