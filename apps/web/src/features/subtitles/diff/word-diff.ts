import { diffArrays } from 'diff';

/** A part of a text that is on both sides, or was removed or added. */
export type TextPart = { kind: 'same' | 'removed' | 'added'; text: string };

/** With more differences the texts are unrelated, and finding the shortest edit takes long. */
const MAX_EDITS = 200;

/** Shared: creating it costs more than segmenting a text. It also handles languages without spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const splitWords = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Merges changes separated only by a space: 'two words' became 'three others', not two changes and a space. */
function joinAcrossSpaces(parts: TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed) joined.push({ kind: 'removed', text: removed });
    if (added) joined.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  parts.forEach(({ kind, text }, index) => {
    const isChanging = removed !== '' || added !== '';
    const next = parts[index + 1];
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isChanging && next && /^\s+$/.test(text)) {
      removed += text;
      added += text;
    } else {
      flush();
      joined.push({ kind, text });
    }
  });
  flush();
  return joined;
}

/** Returns the word diff of a text in reading order, deletions before insertions. */
export function diffWords(before: string, after: string): TextPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const changes = diffArrays(splitWords(before), splitWords(after), { maxEditLength: MAX_EDITS });
  if (!changes) {
    return joinAcrossSpaces([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  }
  return joinAcrossSpaces(
    changes.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })),
  );
}
