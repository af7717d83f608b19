import { previewRegex, type RegexChange, type RegexEdit, type RegexError } from '@sayback/subtitles';

type RegexSearch = { texts: string[]; edit: RegexEdit };

/** Finds all texts that match the pattern, including those that the edit doesn't change. */
export function findMatches({ texts, edit }: RegexSearch): RegexChange[] | RegexError {
  const preview = previewRegex(texts, edit);
  if ('problem' in preview) return preview;
  const matches = new Map(preview.changes.map((change) => [change.position, change]));
  const unchanged = preview.matched.filter((position) => !matches.has(position));
  // The preview only lists matches of changed texts: an empty replacement changes all of them.
  const { pattern, ignoreCase = false } = edit;
  const deleted = previewRegex(
    unchanged.map((position) => texts[position] ?? ''),
    { pattern, ignoreCase, replacement: '' },
  );
  for (const change of 'problem' in deleted ? [] : deleted.changes) {
    const position = unchanged[change.position] ?? 0;
    const { before } = change;
    const same = change.matches.map((match) => ({ before: match.before, after: match.before }));
    matches.set(position, { position, before, after: before, matches: same });
  }
  return [...matches.values()].sort((a, b) => a.position - b.position);
}
