import { useEffectEvent, useMemo, useRef, useState } from 'react';
import { useEditorDocument } from '../editor-document.ts';
import { useEditorState } from '../use-editor.ts';
import type { View } from './use-view.ts';

type Start = { id: number; before: ReadonlySet<number> };

export type Selection = ReturnType<typeof useSelection>;

const NOTHING: ReadonlySet<number> = new Set();

/** The selected rows, across pages. A range follows the view. */
export function useSelection({ positions, goTo }: Pick<View, 'positions' | 'goTo'>) {
  const { editor } = useEditorDocument();
  const [chosen, setChosen] = useState(NOTHING);
  const start = useRef<Start | null>(null);
  const end = useRef<number | null>(null);
  const order = useEditorState(editor, (state) => state.order);
  // Someone else may have deleted some of them.
  const ids = useMemo(() => {
    const { segments } = editor.getState();
    return order > 0 ? segments.flatMap(({ id }) => (chosen.has(id) ? [id] : [])) : [];
  }, [editor, chosen, order]);

  const visibleIds = useEffectEvent(() =>
    positions.flatMap((position) => editor.getState().segments[position]?.id ?? []),
  );
  const goToChosen = useEffectEvent((id: number) => goTo(id, { field: 'selected' }));

  const actions = useMemo(() => {
    function selectTo(id: number): void {
      const list = visibleIds();
      start.current ??= { id, before: NOTHING };
      const [from, to] = [list.indexOf(start.current.id), list.indexOf(id)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      end.current = id;
      setChosen(new Set([...start.current.before, ...list.slice(Math.max(0, from), to + 1)]));
    }
    return {
      /** Toggles a row; with `isRange`, selects all rows from the last one to it. */
      select(id: number, isRange: boolean): void {
        if (isRange && start.current) {
          selectTo(id);
          return;
        }
        setChosen((last) => {
          const next = new Set(last);
          if (!next.delete(id)) next.add(id);
          start.current = { id, before: next };
          return next;
        });
        end.current = id;
      },
      /** Selects a row and the next one up or down, and moves there. */
      extend(id: number, by: 1 | -1): void {
        const list = visibleIds();
        const at = list.indexOf(start.current ? (end.current ?? id) : id);
        const next = list[at + by];
        start.current ??= { id, before: NOTHING };
        if (at < 0 || next === undefined) return;
        selectTo(next);
        goToChosen(next);
      },
      selectAll: () => setChosen(new Set(visibleIds())),
      clear(): void {
        start.current = null;
        setChosen(NOTHING);
      },
    };
  }, []);
  return { ids, has: (id: number) => chosen.has(id), ...actions };
}
