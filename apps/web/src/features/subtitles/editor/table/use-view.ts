import { subtitles } from '@sayback/contract';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useEditorDocument } from '../editor-document.ts';
import type { FindReplace } from '../find-replace/use-find-replace.ts';
import type { Editor } from '../model/editor.ts';
import {
  countPages,
  type Filter,
  findMatchingPositions,
  type SegmentQuery,
} from '../model/filter-segments.ts';
import type { Warnings } from '../model/warnings.ts';
import { useEditorState } from '../use-editor-state.ts';
import type { RowField } from './row-elements.ts';

/** Time for which a found row is highlighted, in milliseconds. */
const HIGHLIGHT_MS = 1500;

/** A row to scroll to. `isFocused`: the focus moves there too. */
export type Target = { id: number; field: RowField | null; isHighlighted: boolean; isFocused: boolean };

/** Scrolls the table to a row of the view. */
export type Scroller = { scrollTo: (index: number) => void };

export type View = ReturnType<typeof useView>;

/** Highlights a row for a moment. */
function useHighlight() {
  const [highlightedId, setHighlightedId] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const highlight = useCallback((id: number) => {
    clearTimeout(timer.current);
    setHighlightedId(id);
    timer.current = setTimeout(() => setHighlightedId(null), HIGHLIGHT_MS);
  }, []);
  return { highlightedId, highlight };
}

function findPositions(editor: Editor, warnings: Warnings, language: string, query: SegmentQuery): number[] {
  const { segments, unsaved } = editor.getState();
  const hasWarnings = (id: number) => warnings.get(id).length > 0;
  return findMatchingPositions(segments, query, { unsaved, hasWarnings, language });
}

/**
 * Returns the positions of the matching segments. They are updated when the filter, the query or the order changes, but not when
 * a row does: a fixed row stays in view until the next search.
 */
function usePositions(
  editor: Editor,
  warnings: Warnings,
  language: string,
  { filter, query }: SegmentQuery,
): number[] {
  const order = useEditorState(editor, (state) => state.order);
  const checkVersion = useSyncExternalStore(warnings.subscribe, warnings.getVersion);
  const checkedVersion = filter === 'warnings' ? checkVersion : 0;
  const search = useCallback(
    (_order: number, _checkedVersion: number) => findPositions(editor, warnings, language, { filter, query }),
    [editor, warnings, language, filter, query],
  );
  return useMemo(() => search(order, checkedVersion), [search, order, checkedVersion]);
}

type ViewOptions = { page: number; initialFilter: Filter };

/** State of the table's view: filter, query, pages, and the row to scroll to. */
export function useView(
  { page, initialFilter }: ViewOptions,
  { found, close }: Pick<FindReplace, 'found' | 'close'>,
) {
  const { editor, warnings, languages } = useEditorDocument();
  const language = languages.target;
  const [filter, setFilter] = useState<Filter>(initialFilter);
  const [query, setQuery] = useState('');
  const [target, setTarget] = useState<Target | null>(null);
  const { highlightedId, highlight } = useHighlight();
  const filtered = usePositions(editor, warnings, language, { filter, query: useDeferredValue(query) });
  const positions = useMemo(() => {
    const { segments } = editor.getState();
    return found ? filtered.filter((position) => found.rows.has(segments[position]?.id ?? 0)) : filtered;
  }, [editor, filtered, found]);
  /** True after choosing a filter: its first row gets the focus, so that keys act on rows. */
  const [shouldFocusFirst, setShouldFocusFirst] = useState(false);
  useEffect(() => {
    if (!shouldFocusFirst) return;
    setShouldFocusFirst(false);
    const first = editor.getState().segments[positions[0] ?? -1];
    if (first) setTarget({ id: first.id, field: 'selected', isHighlighted: false, isFocused: true });
  }, [shouldFocusFirst, positions, editor]);
  const pageCount = countPages(positions.length);
  const scroller = useRef<Scroller>(null);
  const goToPage = useCallback(
    (page: number) => scroller.current?.scrollTo((page - 1) * subtitles.SEGMENT_PAGE_SIZE),
    [],
  );
  const onTargetReached = useCallback(
    ({ id, isHighlighted }: Target) => {
      setTarget(null);
      if (isHighlighted) highlight(id);
    },
    [highlight],
  );

  const goTo = useCallback(
    (
      id: number,
      { field = null, isHighlighted = false }: Partial<Pick<Target, 'field' | 'isHighlighted'>> = {},
    ) => {
      const position = editor.getState().positionById.get(id);
      if (position === undefined) return;
      const index = positions.indexOf(position);
      if (index < 0) {
        setFilter('all');
        setQuery('');
        close();
      }
      setTarget({ id, field, isHighlighted, isFocused: true });
    },
    [editor, positions, close],
  );

  /** Scrolls to a row of the view, without moving the focus. */
  const scrollToRow = (id: number) => {
    const position = editor.getState().positionById.get(id);
    if (position !== undefined && positions.includes(position))
      setTarget({ id, field: null, isHighlighted: false, isFocused: false });
  };

  /** Returns the next row of the view; with the mismatch filter, the next one that is still a mismatch. */
  const findNext = (id: number): number | null => {
    const { segments, positionById } = editor.getState();
    const rowPosition = positionById.get(id) ?? -1;
    const next = positions.find(
      (position) =>
        position > rowPosition &&
        (filter !== 'mismatches' || editor.row(segments[position]?.id ?? 0)?.value.mismatch === true),
    );
    return (next !== undefined && segments[next]?.id) || null;
  };

  /** Returns the nearest remaining row of the view: the next one after a row, or else the previous one. */
  const findNearest = (id: number, removed: ReadonlySet<number>): number | null => {
    const { segments, positionById } = editor.getState();
    const rowPosition = positionById.get(id) ?? 0;
    const isRemaining = (position: number) => !removed.has(segments[position]?.id ?? 0);
    const nearest =
      positions.find((position) => position >= rowPosition && isRemaining(position)) ??
      positions.findLast((position) => position < rowPosition && isRemaining(position));
    return (nearest !== undefined && segments[nearest]?.id) || null;
  };
  const isVisible = (id: number) => positions.includes(editor.getState().positionById.get(id) ?? -1);

  return {
    filter,
    query,
    /** Counts the rows that match a filter. */
    countRows: (filterName: Filter) =>
      findPositions(editor, warnings, language, { filter: filterName, query: '' }).length,
    positions,
    page: Math.min(page, pageCount),
    pageCount,
    highlightedId,
    target,
    onTargetReached,
    scroller,
    goTo,
    scrollToRow,
    findNext,
    findNearest,
    isVisible,
    goToPage,
    setFilter: (chosen: Filter) => {
      setFilter(chosen);
      goToPage(1);
    },
    /** Applies a filter, and moves to its first row. */
    chooseFilter: (chosen: Filter) => {
      setFilter(chosen);
      goToPage(1);
      setShouldFocusFirst(true);
    },
    setQuery: (typed: string) => {
      setQuery(typed);
      goToPage(1);
    },
  };
}
