import { isOneStep } from './letters.ts';
import type { Match } from './levels.ts';
import type { Token } from './tokens.ts';

const MAX_PARTS = 6;
const MIN_TYPO_LETTERS = 5;

/**
 * Finds words that are joined on one side and apart on the other: right with a hyphen (well-known, well known, wellknown),
 * otherwise a typo of one step (a lot, alot).
 */
export function findJoins(expected: readonly Token[], typed: readonly Token[]): Match[] {
  const splits = getJoins(expected, typed);
  const joined = getJoins(typed, expected).map(({ at, count, typedAt, typedCount, level }) => ({
    at: typedAt,
    count: typedCount,
    typedAt: at,
    typedCount: count,
    level,
  }));
  return [...splits, ...joined];
}

function getJoins(apart: readonly Token[], joined: readonly Token[]): Match[] {
  const byLetters = new Map<string, number[]>();
  for (const [at, { bare }] of joined.entries()) byLetters.set(bare, [...(byLetters.get(bare) ?? []), at]);
  const matches: Match[] = [];
  for (const [at, first] of apart.entries()) {
    let [exact, bare, isSoft] = [first.exact, first.bare, true];
    for (let count = 2; count <= MAX_PARTS; count++) {
      const part = apart[at + count - 1];
      if (!part || first.kind === 'character' || part.kind === 'character') break;
      exact += part.exact;
      bare += part.bare;
      isSoft &&= part.isJoined;
      const add = (typedAt: number, level: Match['level']) =>
        matches.push({ at, count, typedAt, typedCount: 1, level });
      for (const typedAt of byLetters.get(bare) ?? []) {
        const isExact = joined[typedAt]?.exact === exact;
        add(typedAt, isSoft ? (isExact ? 'right' : 'accent') : 'typo');
      }
      if (!isSoft || bare.length < MIN_TYPO_LETTERS || /\d/.test(bare)) continue;
      const parts = apart.slice(at, at + count).map((token) => token.bare);
      for (const [typedAt, { bare: whole }] of joined.entries()) {
        if (whole === bare || !isOneStep(whole, bare)) continue;
        // A missing part of one letter is a missing word: hat for u-hat.
        if (!parts.some((part, left) => part.length === 1 && whole === parts.toSpliced(left, 1).join('')))
          add(typedAt, 'typo');
      }
    }
  }
  return matches;
}
