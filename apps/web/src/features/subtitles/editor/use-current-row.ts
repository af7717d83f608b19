import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { getSegmentId } from '../../../ui/commands/commands.ts';

/** Position on the page, regardless of scrolling. */
const getTop = (row: Element) => row.getBoundingClientRect().top + window.scrollY;

/**
 * The focused row, or the last focused one. It shows more than the others, so rows move when it changes: the newly focused one
 * stays in place in the window, and nothing moves while the pointer is down, or its click would miss.
 */
export function useCurrentRow() {
  const [currentId, choose] = useState<number | null>(null);
  const anchor = useRef<{ row: Element; top: number; byPointer: boolean } | null>(null);
  const isPressed = useRef(false);
  const pending = useRef<Element | null>(null);

  useLayoutEffect(() => {
    if (!anchor.current || getSegmentId(anchor.current.row) !== currentId) return;
    const { row, top, byPointer } = anchor.current;
    anchor.current = null;
    const moved = getTop(row) - top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
    // After a key, it may have expanded below the edge of the window.
    if (!byPointer) row.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const visit = (target: Element, byPointer: boolean) => {
    const row = target.closest('[data-segment]');
    const id = getSegmentId(target);
    if (!row || id === null || id === currentId) return;
    anchor.current = { row, top: getTop(row), byPointer };
    choose(id);
  };
  const latestVisit = useRef(visit);
  latestVisit.current = visit;
  useEffect(() => {
    const release = () => {
      isPressed.current = false;
      const target = pending.current;
      pending.current = null;
      // After the following click.
      if (target) setTimeout(() => latestVisit.current(target, true));
    };
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, []);

  return {
    currentId,
    choose,
    /** For the rows' container. */
    handlers: {
      onPointerDown: (_event: PointerEvent) => {
        isPressed.current = true;
      },
      onFocus: ({ target }: { target: Element }) => {
        if (isPressed.current) pending.current = target;
        else visit(target, false);
      },
    },
  };
}
