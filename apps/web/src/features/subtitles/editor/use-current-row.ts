import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { getSegmentId } from '../../../ui/commands/commands.ts';

/** Distance from the top of the page, independent of scrolling. */
const pageTop = (row: Element) => row.getBoundingClientRect().top + window.scrollY;

/**
 * Tracks the current row: the focused one, or the last one that was focused. It is taller than others, so rows move when it
 * changes. Scrolls to keep the new one in place, and waits while the pointer is down, so that the click doesn't miss.
 */
export function useCurrentRow() {
  const [currentId, setCurrentId] = useState<number | null>(null);
  const anchor = useRef<{ row: Element; top: number; isByPointer: boolean } | null>(null);
  const isPointerDown = useRef(false);
  const pendingTarget = useRef<Element | null>(null);

  useLayoutEffect(() => {
    if (!anchor.current || getSegmentId(anchor.current.row) !== currentId) return;
    const { row, top, isByPointer } = anchor.current;
    anchor.current = null;
    const distance = pageTop(row) - top;
    if (distance !== 0) window.scrollBy({ top: distance, behavior: 'instant' });
    // A row reached by keyboard can have grown past the edge of the window.
    if (!isByPointer) row.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const enterRow = (target: Element, isByPointer: boolean) => {
    const row = target.closest('[data-segment]');
    const id = getSegmentId(target);
    if (!row || id === null || id === currentId) return;
    anchor.current = { row, top: pageTop(row), isByPointer };
    setCurrentId(id);
  };
  const latestEnterRow = useRef(enterRow);
  latestEnterRow.current = enterRow;
  useEffect(() => {
    const release = () => {
      isPointerDown.current = false;
      const target = pendingTarget.current;
      pendingTarget.current = null;
      // Wait for the click event.
      if (target) setTimeout(() => latestEnterRow.current(target, true));
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
    setCurrentId,
    /** For the rows' container. */
    handlers: {
      onPointerDown: (_event: PointerEvent) => {
        isPointerDown.current = true;
      },
      onFocus: ({ target }: { target: Element }) => {
        if (isPointerDown.current) pendingTarget.current = target;
        else enterRow(target, false);
      },
    },
  };
}
