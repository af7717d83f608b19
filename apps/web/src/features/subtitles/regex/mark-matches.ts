import type { subtitles } from '@sayback/contract';

/** A part of a text: outside the matches, matched but unchanged, removed, or added. `key` numbers the parts. */
export type Mark = { kind: 'same' | 'match' | 'removed' | 'added'; text: string; key: number };

/** Splits a text into parts at its matches. For a refused change, these are of the current text. */
export function markMatches(
  { before, modified, matches }: Pick<subtitles.RegexMatch, 'before' | 'modified' | 'matches'>,
  isAccepted: boolean,
): Mark[] {
  const marks: Mark[] = [];
  const add = (kind: Mark['kind'], text: string) => {
    if (text !== '') marks.push({ kind, text, key: marks.length });
  };
  let position = 0;
  for (const match of matches) {
    add('same', before.slice(position, match.before.start));
    const removed = before.slice(match.before.start, match.before.end);
    const added = modified.slice(match.after.start, match.after.end);
    if (removed === added || !isAccepted) add('match', removed);
    else {
      add('removed', removed);
      add('added', added);
    }
    position = match.before.end;
  }
  add('same', before.slice(position));
  return marks;
}
