import { subtitles } from '@sayback/contract';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useCallback, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { useListTop } from '../../../../ui/use-list-top.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import { countPages, findPage } from '../model/filter-segments.ts';
import { useEditorState } from '../use-editor-state.ts';
import classes from './editor-table.module.css';
import { findFieldElement, scrollFieldIntoView } from './row-elements.ts';
import { SegmentRow } from './segment-row.tsx';

/** Estimated height of a row before it is measured, in pixels. */
const ROW_PX = 46;
/** Height of the toolbar, which covers the top of the table, in pixels. */
const TOOLBAR_PX = 52;

/** Includes the margin, since rows are cards with a gap on phones. */
const measureHeight = (row: HTMLElement) =>
  (row.offsetHeight || ROW_PX) + (Number.parseFloat(getComputedStyle(row).marginBlockEnd) || 0);

/** Virtualizes the filtered rows. The current row stays rendered wherever the table is scrolled. */
function useRows() {
  const { editor } = useEditorDocument();
  const { view, currentId, onPage } = useSession();
  const { positions, page, target, onTargetReached, scroller } = view;
  const { positionById } = editor.getState();
  const body = useRef<HTMLTableSectionElement>(null);
  /** Index of the row last scrolled to, until the table is scrolled away from its end. */
  const requestedIndex = useRef<number | null>(null);
  const currentIndex = currentId === null ? -1 : positions.indexOf(positionById.get(currentId) ?? -1);
  // Memoised, since the virtualizer remeasures all rows when this function changes.
  const getItemKey = useCallback(
    (index: number) => editor.getState().segments[positions[index] ?? -1]?.id ?? index,
    [editor, positions],
  );
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: positions.length,
    estimateSize: () => ROW_PX,
    getItemKey,
    // A new row has its cached or estimated size until the browser has laid out the page: measuring it now would force a layout
    // for each row.
    measureElement: (row, entry, { measurementsCache, indexFromElement }) =>
      entry ? measureHeight(row) : (measurementsCache[indexFromElement(row)]?.size ?? ROW_PX),
    overscan: 8,
    scrollMargin: useListTop(body),
    initialOffset: () => 0,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return currentIndex < 0 || visible.includes(currentIndex)
        ? visible
        : [...visible, currentIndex].sort((a, b) => a - b);
    },
    onChange: ({ range, scrollOffset }) => {
      const first = virtual.getVirtualItemForOffset((scrollOffset ?? 0) + TOOLBAR_PX)?.index ?? 0;
      const isAtEnd = range !== null && range.endIndex >= positions.length - 1;
      if (!isAtEnd) requestedIndex.current = null;
      // If the last pages fit in the window, scrolling to one changes nothing: report that page, or else the last one.
      const isVisible = requestedIndex.current !== null && requestedIndex.current >= first;
      showPage(
        isAtEnd && !isVisible ? countPages(positions.length) : findPage(requestedIndex.current ?? first),
      );
    },
  });
  const showPage = useEffectEvent((visiblePage: number) => {
    if (visiblePage !== page) onPage(visiblePage);
  });
  const scrollTo = (index: number) => {
    requestedIndex.current = index;
    virtual.scrollToIndex(index, { align: 'start' });
    if (findPage(index) !== page) onPage(findPage(index));
  };
  useImperativeHandle(scroller, () => ({ scrollTo }));

  const scrollToInitialPage = useEffectEvent(() => {
    if (page > 1) scrollTo((page - 1) * subtitles.SEGMENT_PAGE_SIZE);
  });
  useEffect(() => scrollToInitialPage(), []);

  useEffect(() => {
    if (!target) return;
    const row = findFieldElement(target.id, target.field);
    const index = positions.indexOf(positionById.get(target.id) ?? -1);
    if (!row) {
      if (index >= 0) virtual.scrollToIndex(index, { align: 'center' });
      return;
    }
    if (target.isFocused) row.focus({ preventScroll: true });
    scrollFieldIntoView(row);
    onTargetReached(target);
  });
  return { body, virtual };
}

export function EditorTable() {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const { view, currentId, selection, collaborators, translations, commands, findReplace } = useSession();
  // Render again when the order of rows changes.
  useEditorState(editor, ({ order }) => order);
  const { segments } = editor.getState();
  const { body, virtual } = useRows();
  const items = virtual.getVirtualItems();
  const { scrollMargin } = virtual.options;
  return (
    <table
      className={classes.table}
      aria-rowcount={view.positions.length + 1}
      data-selecting={selection.ids.length > 0 || undefined}
    >
      <thead>
        <tr>
          <th scope="col">{t('editor.columnMetadata')}</th>
          <th scope="col">{t('editor.columnOriginal')}</th>
          <th scope="col">{t('editor.columnTarget')}</th>
          <th scope="col">{t('editor.columnActions')}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {items.map(({ key, index, start }, at) => {
          const position = view.positions[index] ?? -1;
          const id = segments[position]?.id;
          if (id === undefined) return null;
          return (
            <Fragment key={key}>
              <Spacer height={start - (items[at - 1]?.end ?? scrollMargin)} />
              <SegmentRow
                ref={virtual.measureElement}
                index={index}
                id={id}
                number={position + 1}
                isCurrent={id === currentId}
                isHighlighted={id === view.highlightedId}
                isSelected={selection.has(id)}
                onSelect={selection.select}
                commands={commands}
                finder={findReplace.finder}
                collaborator={collaborators.find(({ segment_id }) => segment_id === id)?.username}
                translation={translations.get(id)}
              />
            </Fragment>
          );
        })}
        <Spacer height={virtual.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin)} />
      </tbody>
    </table>
  );
}

/** Placeholder of rows out of view. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden className={classes.spacer} style={{ height }}>
      <td colSpan={4} />
    </tr>
  ) : null;
