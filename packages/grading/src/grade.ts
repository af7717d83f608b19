import { align } from './align.ts';
import { findJoins } from './joins.ts';
import { isOneStep } from './letters.ts';
import type { Match, Step, TokenLevel } from './levels.ts';
import type { Token } from './tokens.ts';
import { tokenise } from './tokens.ts';

export type Verdict = 'right' | 'accent' | 'typo' | 'wrong';
/** A part of the line; `expected` or `typed` is empty where nothing stands there. */
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
  /** Hiragana and katakana count as the same. */
  kana?: boolean;
}

const MIN_TYPO_LETTERS = 5;

/**
 * Grades what a learner typed on hearing a line, token by token; the verdict is the worst level, and missing and extra words are wrong.
 * `lang` is the line's language, such as `tr` or `pt-BR`. The rules are in docs/learning.md. Never throws.
 */
export function grade(
  expected: string,
  typed: string,
  lang: string,
  { kana = false }: GradeOptions = {},
): Grade {
  const line = tokenise(expected, lang, kana);
  const attempt = tokenise(typed, lang, kana);
  const hasUnspoken = line.some(({ isOptional }) => isOptional);
  const words = new Set(line.map(({ bare }) => bare));

  const compare = (at: number, typedAt: number) => {
    const [token, other] = [line[at], attempt[typedAt]];
    return token && other ? levelOf(token, other, words) : 'wrong';
  };
  const steps = align({
    count: line.length,
    typedCount: attempt.length,
    compare,
    matches: findJoins(line, attempt),
    isOptional: (at) => line[at]?.isOptional === true,
    isTypedOptional: (typedAt) => hasUnspoken && attempt[typedAt]?.isOptional === true,
  });
  const tokens = steps.map((step) => ({
    level: step.level,
    expected: textOf(expected, line, step.at, step.count),
    typed: textOf(typed, attempt, step.typedAt, step.typedCount),
  }));
  return { verdict: verdictOf(steps), tokens };
}

function levelOf(token: Token, other: Token, words: ReadonlySet<string>): Match['level'] {
  if (token.exact === other.exact) return 'right';
  if (token.kind !== other.kind || token.kind === 'number') return 'wrong';
  if (token.bare === other.bare) return 'accent';
  return isTypo(token, other, words) ? 'typo' : 'wrong';
}

/** One slip in a longer word; a word that the line has elsewhere was mixed up rather than misspelt. */
function isTypo(token: Token, other: Token, words: ReadonlySet<string>): boolean {
  if (token.kind !== 'word' || [...token.bare].length < MIN_TYPO_LETTERS) return false;
  if (words.has(other.bare)) return false;
  return isOneStep(token.bare, other.bare) || isOneStep(token.exact, other.exact);
}

function textOf(text: string, tokens: readonly Token[], at: number, count: number): string {
  return count === 0 ? '' : text.slice(tokens[at]?.start, tokens[at + count - 1]?.end);
}

function verdictOf(steps: readonly Step[]): Verdict {
  const levels = new Set(steps.map(({ level }) => level));
  if (levels.has('wrong') || levels.has('missing') || levels.has('extra')) return 'wrong';
  return levels.has('typo') ? 'typo' : levels.has('accent') ? 'accent' : 'right';
}
