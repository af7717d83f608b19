import type { Turn } from './dialogue.ts';
import { dashTurns, EMPTY_TAGS } from './dialogue.ts';
import { nameKind, speakerName, startsSentence, wordCount } from './label-name.ts';
import { ROLES, TITLES } from './label-words.ts';
import { endsSentence, headOf, linesOf, withDash, withoutDash, withoutTags } from './lines.ts';

// Maximum length of a name with its notes; a colon further on isn't searched for.
const LONGEST_LABEL = 80;
const COLON = /[:：﹕]/u;
// Maximum number of labels: `MAN: JOHN: Hello` has two. Each scans the whole rest of the line.
const MAX_LABELS = 3;

export type LabelOptions = { language?: string | undefined; bracketed: boolean };

/**
 * Removes speakers' names and their colons from the starts of lines. After a line that doesn't end a sentence, a name belongs
 * to that sentence (`I could hear the⏎MAN ON RADIO: …`) and stays, unless a dash or another name separates the two. Several
 * speakers get dialogue dashes; the next letter is capitalised.
 */
export function removeLabels(text: string, options: LabelOptions): string {
  if (!COLON.test(text)) return text;
  const { language, bracketed } = options;
  const allCapitals = /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(withoutTags(text));
  const divided = allCapitals ? text : divideTurns(joinNames(text));
  const lines = linesOf(divided);
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const turns: Turn[] = [];
  let carried: Carried | null = null;
  let hasLabels = false;
  for (const [position, line] of lines.entries()) {
    if (!carried && !COLON.test(line)) {
      turns.push({ line });
      continue;
    }
    const divided: boolean = carried !== null || isDivided(lines[position - 1], turns.at(-1));
    const isFirst = position === 0;
    const isLast = position >= last;
    const next = withoutTags(lines[position + 1] ?? '');
    const labelled = readLabels(line, { bracketed, allCapitals, divided, isFirst, isLast, next });
    if (!labelled && !carried) {
      turns.push({ line });
      continue;
    }
    const head = joinHeads(carried, labelled?.head ?? '', labelled?.rest ?? line);
    const speaker: string | undefined = labelled?.speaker ?? carried?.speaker;
    const rest = labelled?.rest ?? line;
    if (rest !== '') turns.push({ line: head + capitalise(rest, language), speaker });
    carried = labelled && rest === '' && !isLast ? { head, speaker: labelled.speaker } : null;
    hasLabels ||= labelled !== null;
  }
  return hasLabels ? dashTurns(turns) : divided;
}

const TWO_LINES = /^((?:[-–—‐] ?)?)([^\r\n:：]{1,30})\r?\n([^\r\n:：]{1,30})(?=[:：])/gmu;

/** Joins the name of a role that is broken over two lines (`MAN ON⏎RADIO: …`). */
function joinNames(text: string): string {
  return text.replace(TWO_LINES, (whole, dash: string, first: string, second: string) => {
    const beginsWithRole = ROLES.test(first) || ROLES.test(first.replace(/ \p{L}+$/u, ''));
    const name = `${first} ${second}`;
    return beginsWithRole && !ROLES.test(second) && ROLES.test(name) && nameKind(name) === 'sure'
      ? dash + name
      : whole;
  });
}

const INSIDE = new RegExp(
  `(?<=(?<!(?:^|[^\\p{L}])(?:\\p{L}|${TITLES}))(?:[.!?…。！？؟♪♫]|\\p{Script=Greek};|\\S—)["”’»]?)[^\\S\\r\\n]+(?:[-–—‐][^\\S\\r\\n]?)?([^\\s.!?…。！？:：-][^.!?…。！？:：\\r\\n]{0,29})[:：]\\s*(?=(\\S[^\\r\\n]{0,9}))`,
  'giu',
);

/**
 * Divides a line at another speaker's name after a sentence (`Stop! MAN: Why?`), if that is certain. A single line becomes two;
 * with several lines, each stays whole with a dash inside it, since a third line would cover the picture.
 */
function divideTurns(text: string): string {
  const isOnly = !/[\r\n]/.test(text);
  let hasDash = false;
  const divided = text.replace(INSIDE, (whole, label: string, next: string) => {
    const name = label.replace(/\s*[([][^()[\]]*[)\]]\s*/g, ' ').trim();
    // In scripts without case, several words may be any clause.
    const isLabel = nameKind(name) === 'sure' && !(/\p{Lo}/u.test(name) && wordCount(name) > 1);
    if (!isLabel || !startsSentence(next)) return whole;
    if (isOnly || /[\r\n]/.test(whole)) return `\n${whole.trim()} `;
    hasDash = true;
    return ' - ';
  });
  return hasDash ? withDash(divided, '-') : divided;
}

/** A name on its own line belongs to the next line, and so does the text before it. */
type Carried = { head: string; speaker: string };

function joinHeads(carried: Carried | null, head: string, rest: string): string {
  if (!carried) return head;
  const dashed = headOf(head + rest).dash !== undefined;
  return (dashed ? withoutDash(carried.head) : carried.head) + head;
}

function isDivided(above: string | undefined, turn: Turn | undefined): boolean {
  return above === undefined || turn?.speaker !== undefined || endsSentence(above);
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

/** All labels at a line's start: the text before them, the last one's name, and the speech. */
function readLabels(
  line: string,
  context: LabelContext,
): { head: string; speaker: string; rest: string } | null {
  const { head, dash } = headOf(line);
  // A quotation and a song continue with their sign: `"MAN: Hi."`
  const mark = /^(?:(?:>>+|["“«♪♫])\s*)?/u.exec(line.slice(head.length))?.[0] ?? '';
  const start = head.length + mark.length;
  let at = start;
  let speaker: string | null = null;
  for (let count = 0; count < MAX_LABELS; count += 1) {
    const label = labelAt(line, at, dash === undefined ? context : { ...context, divided: true });
    if (!label) break;
    speaker = label.name;
    at = label.to;
  }
  if (speaker === null) return null;
  // `<b>MAN</b>: Hello`
  const tags = line.slice(start, at).match(/<[^<>]*>/g) ?? [];
  const said = tags.join('').replace(EMPTY_TAGS, '') + line.slice(at).trimStart();
  const { before, rest } = closeTags(line.slice(0, start), said);
  return { head: before, speaker, rest };
}

function labelAt(line: string, from: number, context: LabelContext): { name: string; to: number } | null {
  const near = line.slice(from, from + LONGEST_LABEL);
  const length = near.search(COLON);
  if (length <= 0) return null;
  const label = near.slice(0, length);
  const isWide = near[length] !== ':';
  if (/\p{N}$/u.test(label) && /^\p{N}/u.test(near.slice(length + 1))) return null;
  if (isInBrackets(label) || (!context.divided && !isWide)) return null;
  const rest = line.slice(from + length + 1);
  if (!isWide && !mayFollow(label, rest)) return null;
  // Only a number follows, or in scripts without case one with its unit: a score or a price, not speech.
  const said = withoutTags(rest).trim();
  const name = speakerName(withoutTags(label), { ...context, next: said === '' ? context.next : said });
  if (name === null) return null;
  if (/^[\d\s.,:%/+-]+$/.test(said) || (/\p{Lo}/u.test(name) && /^\p{N}/u.test(said))) return null;
  return said === '' && !mayStandAlone(name, context) ? null : { name, to: from + length + 1 };
}

/** A label is followed by a space, or by a word that isn't all capitals (`JOHN:Hello`, but `RE:ZERO`, `LOL :P`). */
function mayFollow(label: string, rest: string): boolean {
  if (rest === '' || /^[\s<[("“‘«'¿¡♪♫…-]/u.test(rest)) return !/^[(['-]*$/.test(rest) || rest === '';
  return !/\s$/.test(label) && /^(?:\p{Lu}\p{Ll}|\p{Ll}|\p{Lo}|I\s)/u.test(rest);
}

/** A name on its own line. In an all-capitals text, or as the whole cue, several words are more likely a heading. */
function mayStandAlone(name: string, { allCapitals, isFirst, isLast }: LabelContext): boolean {
  const words = wordCount(name);
  if (isFirst && isLast) return words === 1;
  if (/\p{Lo}/u.test(name)) return words <= 2 && !isLast;
  return allCapitals ? words === 1 && !isLast : words <= 4;
}

function isInBrackets(label: string): boolean {
  const opened = label.match(/[([{（［【]/gu)?.length ?? 0;
  const closed = label.match(/[)\]}）］】]/gu)?.length ?? 0;
  return opened > closed;
}

/** `<i>UNA:</i> Hello` also loses the tags around the name. */
function closeTags(head: string, rest: string): { before: string; rest: string } {
  const closing = /^<\/([a-z]+)>\s*/i.exec(rest);
  const opening = closing && head.toLowerCase().lastIndexOf(`<${closing[1]?.toLowerCase() ?? ''}`);
  if (!closing || opening === null || opening < 0) return { before: head, rest };
  const end = head.indexOf('>', opening) + 1;
  return { before: head.slice(0, opening) + head.slice(end), rest: rest.slice(closing[0].length) };
}

const SMALL_START =
  /^((?:[¿¡"\p{Pi}\p{Pf}„‚'\s]|<[^<>]*>|\[[^[\]]*\]|\([^()]*\))*)(\p{Ll})(?!\p{Lu}|ttps?:)/u;

/** Capitalises the first letter of a turn, unless it begins an address or a name such as ‘iPhone’. */
export function capitalise(turn: string, language: string | undefined): string {
  return turn.replace(SMALL_START, (whole, signs: string, letter: string) => {
    const capital = /^(?:tr|az)(?:-|$)/i.test(language ?? '')
      ? letter.toLocaleUpperCase('tr')
      : letter.toUpperCase();
    return [...capital].length === 1 ? signs + capital : whole;
  });
}
