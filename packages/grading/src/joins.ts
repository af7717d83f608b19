import { MIN_TYPO_LETTERS } from './compare-words.ts';
import { isWithinOneEdit } from './letters.ts';
import type { Match } from './levels.ts';
import type { Token } from './tokens.ts';

const MAX_PARTS = 6;

/**
 * Finds words that are joined in one text and separate in the other. The level is `right` with a hyphen (well-known, well known,
 * wellknown), otherwise `typo` (a lot, alot).
 */
export function findJoins(expected: readonly Token[], typed: readonly Token[]): Match[] {
  const splits = findSplits(expected, typed);
  const joined = findSplits(typed, expected).map(({ at, count, typedAt, typedCount, level }) => ({
    at: typedAt,
    count: typedCount,
    typedAt: at,
    typedCount: count,
    level,
  }));
  return [...splits, ...joined];
}

function findSplits(separate: readonly Token[], joined: readonly Token[]): Match[] {
  const byLetters = new Map<string, number[]>();
  for (const [at, { bare }] of joined.entries()) byLetters.set(bare, [...(byLetters.get(bare) ?? []), at]);
  const matches: Match[] = [];
  for (const [at, first] of separate.entries()) {
    let [exact, bare, isHyphenated] = [first.exact, first.bare, true];
    for (let count = 2; count <= MAX_PARTS; count++) {
      const part = separate[at + count - 1];
      if (!part || first.kind === 'character' || part.kind === 'character') break;
      exact += part.exact;
      bare += part.bare;
      isHyphenated &&= part.isJoined;
      const add = (typedAt: number, level: Match['level']) =>
        matches.push({ at, count, typedAt, typedCount: 1, level });
      for (const typedAt of byLetters.get(bare) ?? []) {
        const isExact = joined[typedAt]?.exact === exact;
        add(typedAt, isHyphenated ? (isExact ? 'right' : 'accent') : 'typo');
      }
      if (!isHyphenated || bare.length < MIN_TYPO_LETTERS || /\d/.test(bare)) continue;
      const parts = separate.slice(at, at + count).map((token) => token.bare);
      for (const [typedAt, { bare: joinedBare }] of joined.entries()) {
        if (joinedBare === bare || !isWithinOneEdit(joinedBare, bare)) continue;
        // A missing one-letter part is a missing word, not a typo: hat for u-hat.
        if (
          !parts.some(
            (part, omitted) => part.length === 1 && joinedBare === parts.toSpliced(omitted, 1).join(''),
          )
        )
          add(typedAt, 'typo');
      }
    }
  }
  return matches;
}
