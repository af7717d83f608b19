import type { subtitles } from '@sayback/contract';

/** A stretch of a text: untouched, found but left as it is, gone, or put in its place. `at` counts the stretches. */
export type Mark = { kind: 'same' | 'match' | 'removed' | 'added'; text: string; at: number };

/**
 * The text of a segment that a pattern was found in, with what would go and what would come. Of a change that was refused
 * it is the present text, with the matches in it.
 */
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
