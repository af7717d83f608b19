import { align, COST } from './align.ts';
import { compareWords } from './compare-words.ts';
import { findJoins } from './joins.ts';
import { canonicalLanguage } from './letters.ts';
import type { Step, TokenLevel } from './levels.ts';
import { findNumbers } from './numbers/find-numbers.ts';
import type { Token } from './tokens.ts';
import { tokenise } from './tokens.ts';

export type Verdict = 'right' | 'accent' | 'typo' | 'wrong';
/** A part of the line; `expected` or `typed` is empty if it has no counterpart. */
export interface GradedToken {
  level: TokenLevel;
  /** Index of `expected` in the line, in UTF-16 code units; for an extra token, of the token that follows it. */
  start: number;
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

const NOT_COMPUTED = -1;
const MAX_CACHED_PAIRS = 16_000_000;

/**
 * Grades a learner's transcription of a line, token by token. The verdict is the worst level; missing and extra words are wrong.
 * `code` is the line's language, such as `tr` or `pt-BR`. The rules are in docs/learning.md. Never throws.
 */
export function grade(
  expected: string,
  typed: string,
  code: string,
  { kana = false }: GradeOptions = {},
): Grade {
  const lang = canonicalLanguage(code);
  const lineTokens = tokenise(expected, lang, kana);
  const typedTokens = tokenise(typed, lang, kana);
  const hasUnspoken = lineTokens.some(({ isOptional }) => isOptional);
  const compare = createComparison(lineTokens, typedTokens, lang);
  const isVerbatim =
    lineTokens.length === typedTokens.length &&
    lineTokens.every(({ exact }, at) => exact === typedTokens[at]?.exact);
  const steps = align({
    expectedCount: lineTokens.length,
    typedCount: typedTokens.length,
    compare,
    matches: isVerbatim
      ? []
      : [
          ...findJoins(lineTokens, typedTokens),
          ...findNumbers(expected, lineTokens, typed, typedTokens, lang),
        ],
    isOptional: (at) => lineTokens[at]?.isOptional === true,
    isTypedOptional: (typedAt) => hasUnspoken && typedTokens[typedAt]?.isOptional === true,
  });
  const tokens = steps.map((step) => ({
    level: step.level,
    start: lineTokens[step.at]?.start ?? expected.length,
    expected: sliceTokens(expected, lineTokens, step.at, step.count),
    typed: sliceTokens(typed, typedTokens, step.typedAt, step.typedCount),
  }));
  return { verdict: findVerdict(steps), tokens };
}

/**
 * Returns a function that compares two tokens. Uses numeric ids for their letters and caches the costs of pairs, so that long
 * lines stay cheap.
 */
function createComparison(line: readonly Token[], typedTokens: readonly Token[], lang: string) {
  const ids = new Map<string, number>();
  const findId = (letters: string) => {
    const id = ids.get(letters) ?? ids.size;
    ids.set(letters, id);
    return id;
  };
  const findIds = (tokens: readonly Token[]) => Int32Array.from(tokens, ({ exact }) => findId(exact));
  const [lineIds, typedIds] = [findIds(line), findIds(typedTokens)];
  const words = new Set(line.map(({ bare }) => bare));
  const cells = line.length * ids.size;
  const costs = new Int16Array(cells > MAX_CACHED_PAIRS ? 0 : cells).fill(NOT_COMPUTED);
  return (at: number, typedAt: number): number => {
    const [id, typedId] = [lineIds[at] as number, typedIds[typedAt] as number];
    if (id === typedId) return COST.right;
    const pair = id * ids.size + typedId;
    const cached = costs[pair] ?? NOT_COMPUTED;
    if (cached !== NOT_COMPUTED) return cached;
    const cost = COST[compareWords(line[at] as Token, typedTokens[typedAt] as Token, words, lang)];
    costs[pair] = cost;
    return cost;
  };
}

function sliceTokens(text: string, tokens: readonly Token[], at: number, count: number): string {
  return count === 0 ? '' : text.slice(tokens[at]?.start, tokens[at + count - 1]?.end);
}

function findVerdict(steps: readonly Step[]): Verdict {
  const levels = new Set(steps.map(({ level }) => level));
  if (levels.has('wrong') || levels.has('missing') || levels.has('extra')) return 'wrong';
  return levels.has('typo') ? 'typo' : levels.has('accent') ? 'accent' : 'right';
}
