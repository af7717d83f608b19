import type { Turn } from './dialogue.ts';
import { dashTurns, EMPTY_TAGS } from './dialogue.ts';
import { classifyName, countWords, readSpeakerName, startsSentence } from './label-name.ts';
import { ABBREVIATIONS, ROLES } from './label-words.ts';
import { addDash, endsSentence, readLineHead, removeDash, removeTags, toLines } from './lines.ts';

// Maximum length of a name with its notes, before the colon.
const MAX_LABEL_LENGTH = 80;
const COLON = /[:：﹕]/u;
// Maximum length of a label with its tags, and the beginning of the speech.
const MAX_FIRST_LABEL_LENGTH = 200;
// Maximum number of labels in a line (`MAN: JOHN: Hello` has two), since reading each one scans the rest of the line.
const MAX_LABELS = 3;

export type LabelOptions = { language?: string | undefined; bracketed: boolean };

/**
 * Removes speakers' names and their colons from the starts of lines, and capitalises the next letter. Several speakers get
 * dialogue dashes. After a line that doesn't end a sentence, a name is part of that sentence (`I could hear the⏎MAN ON RADIO: …`)
 * and isn't removed, unless a dash or another name separates the two.
 */
export function removeLabels(text: string, options: LabelOptions): string {
  if (!COLON.test(text)) return text;
  const { language, bracketed } = options;
  const allCapitals = /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(removeTags(text));
  const divided = allCapitals ? text : divideTurns(joinNames(text), bracketed);
  const lines = toLines(divided);
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const turns: Turn[] = [];
  let nameAbove: NameAbove | null = null;
  let hasLabels = false;
  for (const [position, line] of lines.entries()) {
    if (!nameAbove && !COLON.test(line)) {
      turns.push({ line });
      continue;
    }
    const divided: boolean = nameAbove !== null || isDivided(lines[position - 1], turns.at(-1));
    const isFirst = position === 0;
    const isLast = position >= last;
    const next = removeTags(lines[position + 1] ?? '');
    const labelled = readLabels(line, { bracketed, allCapitals, divided, isFirst, isLast, next });
    if (!labelled && !nameAbove) {
      turns.push({ line });
      continue;
    }
    const head = joinHeads(nameAbove, labelled?.head ?? '', labelled?.rest ?? line);
    const speaker: string | undefined = labelled?.speaker ?? nameAbove?.speaker;
    const rest = labelled?.rest ?? line;
    if (rest !== '') turns.push({ line: head + capitalise(rest, language), speaker });
    nameAbove = labelled && rest === '' && !isLast ? { head, speaker: labelled.speaker } : null;
    hasLabels ||= labelled !== null;
  }
  return hasLabels ? dashTurns(turns) : divided;
}

const TWO_LINES = /^((?:[-–—‐] ?)?)([^\r\n:：]{1,30})\r?\n([^\r\n:：]{1,30})(?=[:：])/gmu;
const NOTE_ONLY = /^\s*[([][^()[\]]*[)\]]\s*$/;

/** Joins a name that is split over two lines: a role (`MAN ON⏎RADIO: …`), or a name before its note (`WOMAN⏎(ON TV): …`). */
function joinNames(text: string): string {
  return text.replace(TWO_LINES, (match, dash: string, first: string, second: string) => {
    const name = `${first} ${second}`;
    if (NOTE_ONLY.test(second))
      return !/\p{Lo}/u.test(first) && classifyName(first) === 'sure' ? dash + name : match;
    const beginsWithRole = ROLES.test(first) || ROLES.test(first.replace(/ \p{L}+$/u, ''));
    return beginsWithRole && !ROLES.test(second) && ROLES.test(name) && classifyName(name) === 'sure'
      ? dash + name
      : match;
  });
}

const LABEL_INSIDE = new RegExp(
  `(?<=(?:(?<!(?:^|[^\\p{L}])(?:${ABBREVIATIONS}))\\.|[!?…。！？؟♪♫]|\\p{Script=Greek};|\\S—)["”’»]?)(?:[^\\S\\r\\n]+|(?<=[。！？]))(?:[-–—‐][^\\S\\r\\n]?)?((?:(?:${ABBREVIATIONS})\\. ?){0,3}[^\\s.!?…。！？:：-][^.!?…。！？:：\\r\\n]{0,29})[:：]\\s*(?=(\\S[^\\r\\n]{0,9}))`,
  'giu',
);

/**
 * Divides a line before another speaker's name after a sentence (`Stop! MAN: Why?`), if the name is certain, or likely in a line
 * that starts with a label (`Anna: Yes. Tom: No.`). A single line becomes two lines; one of several lines only gets a dash inside,
 * since a third line would cover too much of the picture.
 */
function divideTurns(text: string, bracketed: boolean): string {
  const isOnly = !/[\r\n]/.test(text);
  let hasDash = false;
  let lineStart = 0;
  let isLabelled: boolean | undefined;
  let previous = 0;
  const divided = text.replace(LABEL_INSIDE, (match, label: string, next: string, offset: number) => {
    const skipped = text.slice(previous, offset);
    const lineBreak = Math.max(skipped.lastIndexOf('\n'), skipped.lastIndexOf('\r'));
    if (lineBreak >= 0) [lineStart, isLabelled] = [previous + lineBreak + 1, undefined];
    previous = offset;
    isLabelled ??= startsWithLabel(text.slice(lineStart, offset), bracketed);
    const name = label.replace(/\s*[([][^()[\]]*[)\]]\s*/g, ' ').trim();
    const kind = classifyName(name);
    // In scripts without case, several words can be any clause; without a space, a single word can be one too.
    const isCaseless = /\p{Lo}/u.test(name);
    const isLabel =
      isCaseless && kind !== null
        ? countWords(name) === 1 && (isLabelled || /^\s/.test(match))
        : kind === 'sure' || (kind === 'likely' && isLabelled);
    if (!isLabel || !startsSentence(next)) return match;
    if (isOnly || /[\r\n]/.test(match)) return `\n${match.trim()} `;
    hasDash = true;
    return ' - ';
  });
  return hasDash ? addDash(divided, '-') : divided;
}

function startsWithLabel(line: string, bracketed: boolean): boolean {
  const context = { bracketed, allCapitals: false, divided: true, isFirst: false, isLast: false, next: '' };
  return readLabels(line.slice(0, MAX_FIRST_LABEL_LENGTH), context) !== null;
}

/** A name on its own line, and the text before it; both belong to the next line. */
type NameAbove = { head: string; speaker: string };

function joinHeads(nameAbove: NameAbove | null, head: string, rest: string): string {
  if (!nameAbove) return head;
  const isDashed = readLineHead(head + rest).dash !== undefined;
  return (isDashed ? removeDash(nameAbove.head) : nameAbove.head) + head;
}

function isDivided(previousLine: string | undefined, turn: Turn | undefined): boolean {
  return previousLine === undefined || turn?.speaker !== undefined || endsSentence(previousLine);
}

type LabelContext = {
  bracketed: boolean;
  allCapitals: boolean;
  divided: boolean;
  isLast: boolean;
  isFirst: boolean;
  /** The next line, without tags. */
  next: string;
};

/** Parses all labels at the start of a line. Returns the text before them, the name in the last one, and the speech. */
function readLabels(
  line: string,
  context: LabelContext,
): { head: string; speaker: string; rest: string } | null {
  const { head, dash } = readLineHead(line);
  // Preserves the opening mark of a quotation or a song: `"MAN: Hi."`
  const mark = /^(?:(?:>>+|["“«♪♫])\s*)?/u.exec(line.slice(head.length))?.[0] ?? '';
  const start = head.length + mark.length;
  let index = start;
  let speaker: string | null = null;
  for (let count = 0; count < MAX_LABELS; count += 1) {
    const label = readLabel(line, index, dash === undefined ? context : { ...context, divided: true });
    if (!label) break;
    speaker = label.name;
    index = label.to;
  }
  if (speaker === null) return null;
  // `<b>MAN</b>: Hello`
  const tags = line.slice(start, index).match(/<[^<>]*>/g) ?? [];
  const speech = tags.join('').replace(EMPTY_TAGS, '') + line.slice(index).trimStart();
  const { before, rest } = closeTags(line.slice(0, start), speech);
  return { head: before, speaker, rest };
}

function readLabel(line: string, from: number, context: LabelContext): { name: string; to: number } | null {
  const labelText = line.slice(from, from + MAX_LABEL_LENGTH);
  const length = labelText.search(COLON);
  if (length <= 0) return null;
  const label = labelText.slice(0, length);
  const isWide = labelText[length] !== ':';
  if (/\p{N}$/u.test(label) && /^\p{N}/u.test(labelText.slice(length + 1))) return null;
  if (isInBrackets(label) || (!context.divided && !isWide)) return null;
  const rest = line.slice(from + length + 1);
  if (!isWide && !canFollowLabel(label, rest)) return null;
  // A number alone or, in scripts without case, a number with its unit, is a score or a price rather than speech.
  const speech = removeTags(rest).trim();
  const name = readSpeakerName(removeTags(label), {
    ...context,
    next: speech === '' ? context.next : speech,
  });
  if (name === null) return null;
  if (/^[\d\s.,:%/+-]+$/.test(speech) || (/\p{Lo}/u.test(name) && /^\p{N}/u.test(speech))) return null;
  return speech === '' && !canStandAlone(name, context) ? null : { name, to: from + length + 1 };
}

/**
 * Returns true if the text after a label starts with a space or with a word that isn't all capitals (`JOHN:Hello`, but not
 * `RE:ZERO` or `LOL :P`).
 */
function canFollowLabel(label: string, rest: string): boolean {
  if (rest === '' || /^[\s<[("“‘«'¿¡♪♫…-]/u.test(rest)) return !/^[(['-]*$/.test(rest) || rest === '';
  return !/\s$/.test(label) && /^(?:\p{Lu}\p{Ll}|\p{Ll}|\p{Lo}|I\s)/u.test(rest);
}

/** Returns true if a name can be on its own line. In an all-capitals text, or as a whole cue, several words are a heading. */
function canStandAlone(name: string, { allCapitals, isFirst, isLast }: LabelContext): boolean {
  const words = countWords(name);
  if (isFirst && isLast) return words === 1;
  if (/\p{Lo}/u.test(name)) return words <= 2 && !isLast;
  return allCapitals ? words === 1 && !isLast : words <= 4;
}

function isInBrackets(label: string): boolean {
  const opened = label.match(/[([{（［【]/gu)?.length ?? 0;
  const closed = label.match(/[)\]}）］】]/gu)?.length ?? 0;
  return opened > closed;
}

/** Removes the tags around a name: `<i>UNA:</i> Hello`. */
function closeTags(head: string, rest: string): { before: string; rest: string } {
  const closing = /^<\/([a-z]+)>\s*/i.exec(rest);
  const opening = closing && head.toLowerCase().lastIndexOf(`<${closing[1]?.toLowerCase() ?? ''}`);
  if (!closing || opening === null || opening < 0) return { before: head, rest };
  const end = head.indexOf('>', opening) + 1;
  return { before: head.slice(0, opening) + head.slice(end), rest: rest.slice(closing[0].length) };
}

const LOWER_CASE_START =
  /^((?:[¿¡"\p{Pi}\p{Pf}„‚'\s]|<[^<>]*>|\[[^[\]]*\]|\([^()]*\))*)(\p{Ll})(?!\p{Lu}|ttps?:)/u;

/** Capitalises the first letter of a turn, unless the turn starts with a web address or a name such as ‘iPhone’. */
export function capitalise(turn: string, language: string | undefined): string {
  return turn.replace(LOWER_CASE_START, (match, opening: string, letter: string) => {
    const capital = /^(?:tr|az)(?:-|$)/i.test(language ?? '')
      ? letter.toLocaleUpperCase('tr')
      : letter.toUpperCase();
    return [...capital].length === 1 ? opening + capital : match;
  });
}
