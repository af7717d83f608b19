import { useEffectEvent, useMemo, useRef, useState } from 'react';
import { useEditorDocument } from '../editor-document.ts';
import { useEditorState } from '../use-editor-state.ts';
import type { View } from './use-view.ts';

type RangeStart = { id: number; before: ReadonlySet<number> };

export type Selection = ReturnType<typeof useSelection>;

const NO_IDS: ReadonlySet<number> = new Set();

/** State of the selected rows, across pages. A range consists of rows of the view. */
export function useSelection({ positions, goTo }: Pick<View, 'positions' | 'goTo'>) {
  const { editor } = useEditorDocument();
  const [selectedIds, setSelectedIds] = useState(NO_IDS);
  const rangeStart = useRef<RangeStart | null>(null);
  const rangeEnd = useRef<number | null>(null);
  const order = useEditorState(editor, (state) => state.order);
  // Omit rows that someone else has deleted.
  const ids = useMemo(() => {
    const { segments } = editor.getState();
    return order > 0 ? segments.flatMap(({ id }) => (selectedIds.has(id) ? [id] : [])) : [];
  }, [editor, selectedIds, order]);

  const visibleIds = useEffectEvent(() =>
    positions.flatMap((position) => editor.getState().segments[position]?.id ?? []),
  );
  const goToRow = useEffectEvent((id: number) => goTo(id, { field: 'selected' }));

  const actions = useMemo(() => {
    function selectTo(id: number): void {
      const list = visibleIds();
      rangeStart.current ??= { id, before: NO_IDS };
      const [from, to] = [list.indexOf(rangeStart.current.id), list.indexOf(id)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      rangeEnd.current = id;
      setSelectedIds(new Set([...rangeStart.current.before, ...list.slice(Math.max(0, from), to + 1)]));
    }
    return {
      /** Toggles a row. With `isRange`, selects all rows between the last toggled one and this one. */
      select(id: number, isRange: boolean): void {
        if (isRange && rangeStart.current) {
          selectTo(id);
          return;
        }
        setSelectedIds((previous) => {
          const next = new Set(previous);
          if (!next.delete(id)) next.add(id);
          rangeStart.current = { id, before: next };
          return next;
        });
        rangeEnd.current = id;
      },
      /** Extends the range from a row by one row up or down, and moves the focus there. */
      extend(id: number, step: 1 | -1): void {
        const list = visibleIds();
        const at = list.indexOf(rangeStart.current ? (rangeEnd.current ?? id) : id);
        const next = list[at + step];
        rangeStart.current ??= { id, before: NO_IDS };
        if (at < 0 || next === undefined) return;
        selectTo(next);
        goToRow(next);
      },
      selectAll: () => setSelectedIds(new Set(visibleIds())),
      clear(): void {
        rangeStart.current = null;
        setSelectedIds(NO_IDS);
      },
    };
  }, []);
  return { ids, has: (id: number) => selectedIds.has(id), ...actions };
}
