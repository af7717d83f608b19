import { align, COST } from './align.ts';
import { findJoins } from './joins.ts';
import { canonicalLanguage, hasGreekCapitals, isOneStep } from './letters.ts';
import type { Match, Step, TokenLevel } from './levels.ts';
import { findNumbers, numberWords } from './numbers/find-numbers.ts';
import { romanValue } from './numbers/roman.ts';
import type { Token } from './tokens.ts';
import { tokenise } from './tokens.ts';

export type Verdict = 'right' | 'accent' | 'typo' | 'wrong';
/** A part of the line; `expected` or `typed` is empty if it has no counterpart. */
export interface GradedToken {
  level: TokenLevel;
  expected: string;
  typed: string;
}
export interface Grade {
  verdict: Verdict;
  tokens: GradedToken[];
}
export interface GradeOptions {
  /** Treats hiragana and katakana as equal. */
  kana?: boolean;
}

const MIN_TYPO_LETTERS = 5;
const UNKNOWN = -1;
const MAX_SAVED = 16_000_000;

/**
 * Grades what a learner typed after hearing a line, token by token. The verdict is the worst level; missing and extra words are
 * wrong. `code` is the line's language, such as `tr` or `pt-BR`. The rules are in docs/learning.md. Never throws.
 */
export function grade(
  expected: string,
  typed: string,
  code: string,
  { kana = false }: GradeOptions = {},
): Grade {
  const lang = canonicalLanguage(code);
  const line = tokenise(expected, lang, kana);
  const attempt = tokenise(typed, lang, kana);
  const hasUnspoken = line.some(({ isOptional }) => isOptional);
  const compare = comparison(line, attempt, lang);
  const isWhole =
    line.length === attempt.length && line.every(({ exact }, at) => exact === attempt[at]?.exact);
  const steps = align({
    expectedCount: line.length,
    typedCount: attempt.length,
    compare,
    matches: isWhole
      ? []
      : [...findJoins(line, attempt), ...findNumbers(expected, line, typed, attempt, lang)],
    isOptional: (at) => line[at]?.isOptional === true,
    isTypedOptional: (typedAt) => hasUnspoken && attempt[typedAt]?.isOptional === true,
  });
  const tokens = steps.map((step) => ({
    level: step.level,
    expected: getText(expected, line, step.at, step.count),
    typed: getText(typed, attempt, step.typedAt, step.typedCount),
  }));
  return { verdict: getVerdict(steps), tokens };
}

/** Compares tokens by numeric ids of their letters and caches the costs of pairs, so that long lines stay cheap. */
function comparison(line: readonly Token[], attempt: readonly Token[], lang: string) {
  const ids = new Map<string, number>();
  const getId = (letters: string) => {
    const id = ids.get(letters) ?? ids.size;
    ids.set(letters, id);
    return id;
  };
  const getIds = (tokens: readonly Token[]) => Int32Array.from(tokens, ({ exact }) => getId(exact));
  const [lineIds, typedIds] = [getIds(line), getIds(attempt)];
  const words = new Set(line.map(({ bare }) => bare));
  const cells = line.length * ids.size;
  const costs = new Int16Array(cells > MAX_SAVED ? 0 : cells).fill(UNKNOWN);
  return (at: number, typedAt: number): number => {
    const [id, typedId] = [lineIds[at] as number, typedIds[typedAt] as number];
    if (id === typedId) return COST.right;
    const pair = id * ids.size + typedId;
    const saved = costs[pair] ?? UNKNOWN;
    if (saved !== UNKNOWN) return saved;
    const cost = COST[getLevel(line[at] as Token, attempt[typedAt] as Token, words, lang)];
    costs[pair] = cost;
    return cost;
  };
}

function getLevel(token: Token, other: Token, words: ReadonlySet<string>, lang: string): Match['level'] {
  if (token.exact === other.exact) return 'right';
  if (token.kind !== other.kind || token.kind === 'number') return 'wrong';
  if (token.bare === other.bare) {
    return hasGreekCapitals(token.text) || hasGreekCapitals(other.text) ? 'right' : 'accent';
  }
  return isTypo(token, other, words, lang) ? 'typo' : 'wrong';
}

/** Returns true for one slip in a longer word. A word that occurs elsewhere in the line was mixed up rather than misspelt. */
function isTypo(token: Token, other: Token, words: ReadonlySet<string>, lang: string): boolean {
  if (token.kind !== 'word' || [...token.bare].length < MIN_TYPO_LETTERS) return false;
  if (words.has(other.bare)) return false;
  const isSlip =
    isOneStep(token.bare, other.bare) ||
    isOneStep(token.exact, other.exact) ||
    (/ß/i.test(token.text) && isOneStep(withSharpS(token.bare), withSharpS(other.bare)));
  if (!isSlip) return false;
  const numbers = numberWords(lang);
  const isNumber = ({ bare }: Token) => numbers.has(bare) || romanValue(bare.toUpperCase()) !== undefined;
  return !(isNumber(token) && isNumber(other));
}

/** Treats ß as one letter, so that a slip in it is one step: Strabe. */
const withSharpS = (letters: string) => letters.replaceAll('ss', 'ß');

function getText(text: string, tokens: readonly Token[], at: number, count: number): string {
  return count === 0 ? '' : text.slice(tokens[at]?.start, tokens[at + count - 1]?.end);
}

function getVerdict(steps: readonly Step[]): Verdict {
  const levels = new Set(steps.map(({ level }) => level));
  if (levels.has('wrong') || levels.has('missing') || levels.has('extra')) return 'wrong';
  return levels.has('typo') ? 'typo' : levels.has('accent') ? 'accent' : 'right';
}
