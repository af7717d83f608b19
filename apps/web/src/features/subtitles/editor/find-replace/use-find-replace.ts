import type { RegexError } from '@sayback/subtitles';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useEditorDocument } from '../editor-document.ts';
import { buildReplace } from '../model/build-step.ts';
import type { BulkStep } from '../model/bulk-step.ts';
import type { Editor } from '../model/editor.ts';
import { applyUnsaved, type Draft, type Segment } from '../model/unsaved.ts';
import { useEditorState } from '../use-editor-state.ts';
import {
  createPlainFinder,
  createRegexFinder,
  type Finder,
  type FindOptions,
  type TextMatch,
} from './find-text.ts';

const EMPTY_OPTIONS: FindOptions = {
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

/** Matches by segment id, and their number. */
type Matches = { rows: ReadonlyMap<number, { [Name in Field]?: TextMatch }>; matchCount: number };

function findMatches(values: readonly Segment[], { find, fields }: RowFinder): Matches {
  const rows = new Map<number, { [Name in Field]?: TextMatch }>();
  let matchCount = 0;
  for (const field of fields)
    for (const [index, match] of find(values.map((value) => value[field])).entries()) {
      const id = values[index]?.id;
      if (!match || id === undefined) continue;
      matchCount += match.matches.length;
      const row = rows.get(id);
      if (row) row[field] = match;
      else rows.set(id, { [field]: match });
    }
  return { rows, matchCount };
}

function search(editor: Editor, finder: RowFinder): Matches {
  const { segments, unsaved } = editor.getState();
  return findMatches(
    segments.map((segment) => applyUnsaved(segment, unsaved.get(segment.id))),
    finder,
  );
}

/** Replaces the matches in the rows as edited now: someone may have typed in them since the search. Null without a match. */
export const replaceMatches =
  (finder: RowFinder): BulkStep =>
  ({ rows }) => {
    const matchesById = findMatches(
      rows.map(({ value }) => value),
      finder,
    ).rows;
    const replaced = rows.flatMap((row) => {
      const matches = Object.entries(matchesById.get(row.segment.id) ?? {});
      const fields: Draft = Object.fromEntries(matches.map(([field, { after }]) => [field, after]));
      return matches.length > 0 ? [{ ...row, fields }] : [];
    });
    return replaced.length > 0 ? buildReplace(replaced) : null;
  };

/** Creates the finder; for a regular expression, once the engine is loaded. */
function useFinder(options: FindOptions): { find: Finder | null; problem: RegexError | null } {
  const isEmpty = options.find === '';
  const isRegex = options.isRegex && !isEmpty;
  const plainFinder = useMemo(
    () => (isEmpty || options.isRegex ? null : createPlainFinder(options)),
    [options, isEmpty],
  );
  const [regexResult, setRegexResult] = useState<Finder | RegexError | null>(null);
  useEffect(() => {
    if (!isRegex) return;
    let isLatest = true;
    // Wrapped in a function, since React would call the finder itself.
    void createRegexFinder(options).then((regex) => isLatest && setRegexResult(() => regex));
    return () => {
      isLatest = false;
    };
  }, [options, isRegex]);
  if (!isRegex || regexResult === null) return { find: plainFinder, problem: null };
  return 'problem' in regexResult
    ? { find: null, problem: regexResult }
    : { find: regexResult, problem: null };
}

/** State of find and replace in the editor: the input, the matches, and the error of an invalid pattern. */
export function useFindReplace() {
  const { editor } = useEditorDocument();
  const [isOpen, setIsOpen] = useState(false);
  const [options, setOptions] = useState(EMPTY_OPTIONS);
  const deferredOptions = useDeferredValue(isOpen ? options : EMPTY_OPTIONS);
  const { find, problem } = useFinder(deferredOptions);
  const finder = useMemo(
    (): RowFinder | null =>
      find && {
        find,
        fields: FIELDS[deferredOptions.side],
        hasReplacement: deferredOptions.replacement !== '',
      },
    [find, deferredOptions.side, deferredOptions.replacement],
  );

  const open = useCallback(() => setIsOpen(true), []);
  const close = useCallback(() => setIsOpen(false), []);

  // Search again when rows are inserted, removed or saved, but not at every keystroke in a row.
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
