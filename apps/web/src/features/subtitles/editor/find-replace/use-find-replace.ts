import type { RegexError } from '@sayback/subtitles';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useEditorDocument } from '../editor-document.ts';
import type { Editor } from '../model/editor.ts';
import { type Draft, applyUnsaved } from '../model/unsaved.ts';
import { useEditorState } from '../use-editor.ts';
import { type Finder, type FindOptions, plainFinder, regexFinder, type TextMatch } from './find-text.ts';

const NOTHING: FindOptions = {
  find: '',
  replacement: '',
  side: 'both',
  isRegex: false,
  isCaseSensitive: false,
};

type Field = 'text_original' | 'text_target';
const FIELDS = {
  original: ['text_original'],
  target: ['text_target'],
  both: ['text_original', 'text_target'],
} as const;

/** Searches the texts of a row, in the selected fields. */
export type RowFinder = { find: Finder; fields: readonly Field[]; hasReplacement: boolean };

/** Matches in segments, by id. */
type Found = { rows: ReadonlyMap<number, { [Name in Field]?: TextMatch }>; matchCount: number };

/** Changed texts of the matching segments, by id: computed when replacing, not at every keystroke of the search. */
export const toDrafts = ({ rows }: Found): Map<number, Draft> =>
  new Map(
    [...rows].map(([id, matches]) => [
      id,
      Object.fromEntries(Object.entries(matches).map(([field, { after }]) => [field, after])),
    ]),
  );

function search(editor: Editor, { find, fields }: RowFinder): Found {
  const { segments, unsaved } = editor.getState();
  const values = segments.map((segment) => applyUnsaved(segment, unsaved.get(segment.id)));
  const rows = new Map<number, { [Name in Field]?: TextMatch }>();
  let matchCount = 0;
  for (const field of fields)
    for (const [at, match] of find(values.map((value) => value[field])).entries()) {
      const id = segments[at]?.id;
      if (!match || id === undefined) continue;
      matchCount += match.matches.length;
      const row = rows.get(id);
      if (row) row[field] = match;
      else rows.set(id, { [field]: match });
    }
  return { rows, matchCount };
}

/** Creates the finder: at once, or for a regular expression after loading the engine. */
function useFinder(options: FindOptions): { find: Finder | null; problem: RegexError | null } {
  const isEmpty = options.find === '';
  const isRegex = options.isRegex && !isEmpty;
  const plain = useMemo(() => (isEmpty || options.isRegex ? null : plainFinder(options)), [options, isEmpty]);
  const [built, setBuilt] = useState<Finder | RegexError | null>(null);
  useEffect(() => {
    if (!isRegex) return;
    let isLatest = true;
    // Wrapped, since React calls a function passed to a setter.
    void regexFinder(options).then((regex) => isLatest && setBuilt(() => regex));
    return () => {
      isLatest = false;
    };
  }, [options, isRegex]);
  if (!isRegex || built === null) return { find: plain, problem: null };
  return 'problem' in built ? { find: null, problem: built } : { find: built, problem: null };
}

/** Find and replace in an alignment's texts: the input, the matches, and an invalid pattern's error. */
export function useFindReplace() {
  const { editor } = useEditorDocument();
  const [isOpen, setIsOpen] = useState(false);
  const [options, setOptions] = useState(NOTHING);
  const deferred = useDeferredValue(isOpen ? options : NOTHING);
  const { find, problem } = useFinder(deferred);
  const finder = useMemo(
    (): RowFinder | null =>
      find && { find, fields: FIELDS[deferred.side], hasReplacement: deferred.replacement !== '' },
    [find, deferred.side, deferred.replacement],
  );

  const open = useCallback(() => setIsOpen(true), []);
  const close = useCallback(() => setIsOpen(false), []);

  // Searches again when rows are inserted, removed or saved, not at every keystroke in one of them.
  const segments = useEditorState(editor, (state) => (finder ? state.segments : null));
  const found = useMemo(
    () => (finder && segments?.length ? search(editor, finder) : null),
    [editor, finder, segments],
  );
  return {
    isOpen,
    open,
    close,
    options,
    change: (changed: Partial<FindOptions>) => setOptions((last) => ({ ...last, ...changed })),
    problem,
    finder,
    found,
  };
}

export type FindReplace = ReturnType<typeof useFindReplace>;
