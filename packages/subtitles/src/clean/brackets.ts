import { belongsToText } from './bracketed-text.ts';
import { nameKind } from './label-name.ts';
import { ROLES } from './label-words.ts';
import { endsSentence, headOf, linesOf, withDash } from './lines.ts';
import { isEffect } from './music.ts';
import { capitalise } from './speaker-labels.ts';
import type { Span } from './splice.ts';
import { cutOut } from './splice.ts';

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

/** Returns true if the text may have a pair of that kind: an opening bracket, and a closing one after it. */
export function mayHavePair(text: string, kind: BracketKind): boolean {
  return PAIRS.some(([pair, own]) => {
    const from = own === kind ? text.indexOf(pair.charAt(0)) : -1;
    return from >= 0 && text.indexOf(pair.charAt(1), from) >= 0;
  });
}

/**
 * Removes the bracket pairs of one kind with their contents and a colon after them; the letter after the colon is then
 * capitalised. Pairs may span lines and be nested: the outermost counts, and a pair nested in one of another of the `kinds`
 * belongs to that one. Unclosed brackets stay, as do pairs that describe nothing: see {@link belongsToText}. With `effects`,
 * only pairs that name music, applause or laughter are removed.
 */
export function removeBrackets(
  given: string,
  kind: BracketKind,
  kinds: readonly BracketKind[],
  only: 'all' | 'effects',
  language?: string,
): string {
  let text = only === 'all' ? dashNamedTurns(given) : given;
  const spans: Span[] = [];
  let covered = 0;
  let previous: Span = { from: 0, to: 0 };
  for (const pair of findPairs(text, kinds)) {
    if (pair.from < covered) continue;
    const isRound = pair.kind === 'round-brackets' || text.charAt(pair.from) === '（';
    // In `a[i][j]` both indexes belong to the word before.
    const start = !isRound && previous.to === pair.from ? previous.from : pair.from;
    const isText = belongsToText({
      isRound,
      content: inside(text, pair, 40),
      length: pair.to - pair.from - 2,
      before: text.slice(Math.max(0, start - 2), start),
      after: text.charAt(pair.to),
    });
    if (isText) previous = { from: start, to: pair.to };
    if (!isText && only === 'effects' && !isEffect(inside(text, pair, 80))) continue;
    covered = pair.to;
    if (isText || pair.kind !== kind) continue;
    const to = colonAfter(text, pair);
    spans.push({ from: pair.from, to });
    if (to > pair.to) text = text.slice(0, to) + capitalise(text.slice(to), language);
  }
  return spans.length > 0 ? cutOut(text, spans) : given;
}

const NAMED = /^[[(（【［〔]([^[\](){}（）【】［］〔〕\r\n]{1,60})[\])）】］〕]/u;
const LONGEST_NAME = 30;
// Sounds are named by verbs (‘laughing’, ‘sighs’) and by nouns with endings such as ため息, 足音, 한숨, 웃음.
const SOUND = /(?:ing|s|[音声聲息笑泣叫る]|[음숨림침]|소리)$/iu;

/** Replaces names in brackets that separate two or more turns (`[Man] Hi.⏎[Woman] Hello.`) with dashes. */
function dashNamedTurns(text: string): string {
  const lines = linesOf(text);
  const turns = lines.map((line, at) => {
    const { head, dash } = headOf(line);
    if (dash !== undefined) return { dash, isNamed: false };
    const name = NAMED.exec(line.slice(head.length))?.[1]?.trim() ?? '';
    const isNamed =
      name.length <= LONGEST_NAME &&
      (nameKind(name) !== null || ROLES.test(name)) &&
      !SOUND.test(name) &&
      !isEffect(name);
    return { isNamed: isNamed && endsSentence(lines[at - 1] ?? '') };
  });
  const named = turns.filter(({ isNamed }) => isNamed).length;
  const dash = turns.find((turn) => turn.dash !== undefined)?.dash;
  if (named === 0 || (named === 1 && dash === undefined)) return text;
  return lines.map((line, at) => (turns[at]?.isNamed ? withDash(line, dash ?? '-') : line)).join('\n');
}

type Pair = Span & { kind: BracketKind };

/** Brackets, and signs that an emoticon may start with. */
const SIGN = /[[\](){}（）［］【】〔〕:;=]/g;

function findPairs(text: string, kinds: readonly BracketKind[]): Pair[] {
  const open = new Map<string, number[]>();
  const pairs: Pair[] = [];
  SIGN.lastIndex = 0;
  while (SIGN.test(text)) {
    const at = SIGN.lastIndex - 1;
    const character = text.charAt(at);
    const opener = OPENERS.get(character);
    if (opener && kinds.includes(opener.kind)) {
      const starts = open.get(opener.pair) ?? [];
      starts.push(at);
      open.set(opener.pair, starts);
    }
    const pair = CLOSERS.get(character);
    const from = pair === undefined ? undefined : open.get(pair)?.pop();
    const kind = pair && OPENERS.get(pair.charAt(0))?.kind;
    if (from !== undefined && kind) pairs.push({ from, to: at + 1, kind });
    SIGN.lastIndex += emoticonLength(text, at);
  }
  return pairs.sort((a, b) => a.from - b.from);
}

const EMOTICON = /[:;=]['’]?-?(?:\(+|\)+|\[+|\]+)(?=$|[\s.,!?…])/y;

/** The rest of emoticons such as `:(`, `;-)` or `:]`, whose brackets open and close nothing. */
function emoticonLength(text: string, at: number): number {
  if (!':;='.includes(text.charAt(at)) || /\S/.test(text.charAt(at - 1))) return 0;
  EMOTICON.lastIndex = at;
  return (EMOTICON.exec(text)?.[0].length ?? 1) - 1;
}

/** Returns the content of a pair; '' if it is longer than `most`, and so can't match. */
function inside(text: string, { from, to }: Pair, most: number): string {
  return to - from - 2 > most ? '' : text.slice(from + 1, to - 1);
}

/** `[MAN]: Hello` loses the colon; in `JOHN (O.S.): Wait!` the colon is John's. */
function colonAfter(text: string, { from, to }: Pair): number {
  if (!/[:：﹕]/u.test(text.charAt(to)) || /[()]/.test(text.charAt(to + 1))) return to;
  const before = text.slice(Math.max(0, from - 200), from);
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  return endsSentence(line) || /^[\s\p{Pd}>]*$/u.test(line) ? to + 1 : to;
}
