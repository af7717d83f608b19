import { isOneStep } from './letters.ts';
import type { Match } from './levels.ts';
import type { Token } from './tokens.ts';

const MAX_PARTS = 6;
const MIN_TYPO_LETTERS = 5;

/**
 * Finds words that are joined on one side and apart on the other: right where a hyphen stands (well-known, well known, wellknown),
 * else a typo of one step (a lot, alot).
 */
export function findJoins(expected: readonly Token[], typed: readonly Token[]): Match[] {
  const splits = joinsOf(expected, typed);
  const joined = joinsOf(typed, expected).map(({ at, count, typedAt, typedCount, level }) => ({
    at: typedAt,
    count: typedCount,
    typedAt: at,
    typedCount: count,
    level,
  }));
  return [...splits, ...joined];
}

function joinsOf(apart: readonly Token[], joined: readonly Token[]): Match[] {
  const matches: Match[] = [];
  for (const [at, first] of apart.entries()) {
    let [exact, bare, isSoft] = [first.exact, first.bare, true];
    for (let count = 2; count <= MAX_PARTS; count++) {
      const part = apart[at + count - 1];
      if (!part || first.kind === 'character' || part.kind === 'character') break;
      exact += part.exact;
      bare += part.bare;
      isSoft &&= part.isJoined;
      for (const [typedAt, whole] of joined.entries()) {
        const level = levelOf(whole, { exact, bare }, isSoft);
        if (level) matches.push({ at, count, typedAt, typedCount: 1, level });
      }
    }
  }
  return matches;
}

function levelOf(whole: Token, parts: { exact: string; bare: string }, isSoft: boolean) {
  if (whole.bare.length > parts.bare.length + 1 || whole.bare.length < parts.bare.length - 1)
    return undefined;
  if (whole.exact === parts.exact) return isSoft ? 'right' : 'typo';
  if (whole.bare === parts.bare) return isSoft ? 'accent' : 'typo';
  const isTypo = isSoft && parts.bare.length >= MIN_TYPO_LETTERS && isOneStep(whole.bare, parts.bare);
  return isTypo && !/\d/.test(whole.bare + parts.bare) ? 'typo' : undefined;
}
