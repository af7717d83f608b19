import { isPartOfText } from './bracketed-text.ts';
import { classifyName } from './label-name.ts';
import { ROLES } from './label-words.ts';
import { addDash, endsSentence, readLineHead, toLines } from './lines.ts';
import { isEffect } from './music.ts';
import { capitalise } from './speaker-labels.ts';
import type { Span } from './splice.ts';
import { removeSpans } from './splice.ts';

export type BracketKind = 'square-brackets' | 'round-brackets' | 'curly-brackets' | 'cjk-brackets';

export const BRACKET_KINDS: readonly BracketKind[] = [
  'square-brackets',
  'round-brackets',
  'curly-brackets',
  'cjk-brackets',
];

const PAIRS: readonly [string, BracketKind][] = [
  ['[]', 'square-brackets'],
  ['()', 'round-brackets'],
  ['{}', 'curly-brackets'],
  ['（）', 'cjk-brackets'],
  ['［］', 'cjk-brackets'],
  ['【】', 'cjk-brackets'],
  ['〔〕', 'cjk-brackets'],
];

const OPENERS = new Map(PAIRS.map(([pair, kind]) => [pair.charAt(0), { pair, kind }]));
const CLOSERS = new Map(PAIRS.map(([pair]) => [pair.charAt(1), pair]));

/** Returns true if the text can contain a bracket pair of this kind: an opening bracket, and a closing one after it. */
export function canHavePair(text: string, kind: BracketKind): boolean {
  return PAIRS.some(([pair, pairKind]) => {
    const from = pairKind === kind ? text.indexOf(pair.charAt(0)) : -1;
    return from >= 0 && text.indexOf(pair.charAt(1), from) >= 0;
  });
}

/**
 * Removes bracket pairs of one kind with their contents and a colon after them, and capitalises the letter after the colon. Pairs
 * can span lines. Of nested pairs, only the outermost one of these `kinds` counts. Preserves unclosed brackets, and pairs that
 * are part of the text (see {@link isPartOfText}). The scope `effects` removes only pairs that name music, applause or laughter.
 */
export function removeBrackets(
  original: string,
  kind: BracketKind,
  kinds: readonly BracketKind[],
  scope: 'all' | 'effects',
  language?: string,
): string {
  let text = scope === 'all' ? replaceNamesByDashes(original) : original;
  const spans: Span[] = [];
  let coveredEnd = 0;
  let previous: Span = { from: 0, to: 0 };
  for (const pair of findPairs(text, kinds)) {
    if (pair.from < coveredEnd) continue;
    const isRound = pair.kind === 'round-brackets' || text.charAt(pair.from) === '（';
    // In `a[i][j]` both indexes belong to the preceding word.
    const start = !isRound && previous.to === pair.from ? previous.from : pair.from;
    const isText = isPartOfText({
      isRound,
      content: readContent(text, pair, 40),
      length: pair.to - pair.from - 2,
      before: text.slice(Math.max(0, start - 2), start),
      after: text.charAt(pair.to),
    });
    if (isText) previous = { from: start, to: pair.to };
    if (!isText && scope === 'effects' && !isEffect(readContent(text, pair, 80))) continue;
    coveredEnd = pair.to;
    if (isText || pair.kind !== kind) continue;
    const to = skipColon(text, pair);
    spans.push({ from: pair.from, to });
    if (to > pair.to) text = text.slice(0, to) + capitalise(text.slice(to), language);
  }
  return spans.length > 0 ? removeSpans(text, spans) : original;
}

const NAME_IN_BRACKETS = /^[[(（【［〔]([^[\](){}（）【】［］〔〕\r\n]{1,60})[\])）】］〕]/u;
const MAX_NAME_LENGTH = 30;
// Endings of sound names: verbs (‘laughing’, ‘sighs’), and nouns such as ため息, 足音, 한숨, 웃음.
const SOUND = /(?:ing|s|[音声聲息笑泣叫る]|[음숨림침]|소리)$/iu;

/** Replaces names in brackets before two or more turns (`[Man] Hi.⏎[Woman] Hello.`) with dialogue dashes. */
function replaceNamesByDashes(text: string): string {
  const lines = toLines(text);
  const turns = lines.map((line, index) => {
    const { head, dash } = readLineHead(line);
    if (dash !== undefined) return { dash, isNamed: false };
    const name = NAME_IN_BRACKETS.exec(line.slice(head.length))?.[1]?.trim() ?? '';
    const isNamed =
      name.length <= MAX_NAME_LENGTH &&
      (classifyName(name) !== null || ROLES.test(name)) &&
      !SOUND.test(name) &&
      !isEffect(name);
    return { isNamed: isNamed && endsSentence(lines[index - 1] ?? '') };
  });
  const namedCount = turns.filter(({ isNamed }) => isNamed).length;
  const dash = turns.find((turn) => turn.dash !== undefined)?.dash;
  if (namedCount === 0 || (namedCount === 1 && dash === undefined)) return text;
  return lines.map((line, index) => (turns[index]?.isNamed ? addDash(line, dash ?? '-') : line)).join('\n');
}

type Pair = Span & { kind: BracketKind };

/** Brackets, and characters that can start an emoticon. */
const BRACKET_OR_EMOTICON = /[[\](){}（）［］【】〔〕:;=]/g;

function findPairs(text: string, kinds: readonly BracketKind[]): Pair[] {
  const openByPair = new Map<string, number[]>();
  const pairs: Pair[] = [];
  BRACKET_OR_EMOTICON.lastIndex = 0;
  while (BRACKET_OR_EMOTICON.test(text)) {
    const index = BRACKET_OR_EMOTICON.lastIndex - 1;
    const character = text.charAt(index);
    const opener = OPENERS.get(character);
    if (opener && kinds.includes(opener.kind)) {
      const openPositions = openByPair.get(opener.pair) ?? [];
      openPositions.push(index);
      openByPair.set(opener.pair, openPositions);
    }
    const pair = CLOSERS.get(character);
    const from = pair === undefined ? undefined : openByPair.get(pair)?.pop();
    const kind = pair && OPENERS.get(pair.charAt(0))?.kind;
    if (from !== undefined && kind) pairs.push({ from, to: index + 1, kind });
    BRACKET_OR_EMOTICON.lastIndex += measureEmoticon(text, index);
  }
  return pairs.sort((a, b) => a.from - b.from);
}

const EMOTICON = /[:;=]['’]?-?(?:\(+|\)+|\[+|\]+)(?=$|[\s.,!?…])/y;

/**
 * Returns the length of an emoticon such as `:(`, `;-)` or `:]` after its first character; 0 if there is none. Brackets in
 * emoticons don't count.
 */
function measureEmoticon(text: string, index: number): number {
  if (!':;='.includes(text.charAt(index)) || /\S/.test(text.charAt(index - 1))) return 0;
  EMOTICON.lastIndex = index;
  return (EMOTICON.exec(text)?.[0].length ?? 1) - 1;
}

/** Returns the content of a bracket pair; '' if it is longer than `maxLength`. */
function readContent(text: string, { from, to }: Pair, maxLength: number): string {
  return to - from - 2 > maxLength ? '' : text.slice(from + 1, to - 1);
}

/**
 * Returns the end of a bracket pair, including a colon after it: `[MAN]: Hello` loses its colon, `JOHN (O.S.): Wait!` doesn't.
 */
function skipColon(text: string, { from, to }: Pair): number {
  if (!/[:：﹕]/u.test(text.charAt(to)) || /[()]/.test(text.charAt(to + 1))) return to;
  const before = text.slice(Math.max(0, from - 200), from);
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  return endsSentence(line) || /^[\s\p{Pd}>]*$/u.test(line) ? to + 1 : to;
}
