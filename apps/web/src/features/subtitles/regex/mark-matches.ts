import type { subtitles } from '@sayback/contract';

/** A stretch of a text: untouched, matched but unchanged, removed, or inserted. `at` numbers the stretches. */
export type Mark = { kind: 'same' | 'match' | 'removed' | 'added'; text: string; at: number };

/** Marks a segment's matches, with removals and insertions. For a refused change: the current text with its matches. */
export function markMatches(
  { before, modified, matches }: Pick<subtitles.RegexMatch, 'before' | 'modified' | 'matches'>,
  isAccepted: boolean,
): Mark[] {
  const marks: Mark[] = [];
  const add = (kind: Mark['kind'], text: string) => {
    if (text !== '') marks.push({ kind, text, at: marks.length });
  };
  let read = 0;
  for (const match of matches) {
    add('same', before.slice(read, match.before.start));
    const removed = before.slice(match.before.start, match.before.end);
    const added = modified.slice(match.after.start, match.after.end);
    if (removed === added || !isAccepted) add('match', removed);
    else {
      add('removed', removed);
      add('added', added);
    }
    read = match.before.end;
  }
  add('same', before.slice(read));
  return marks;
}
