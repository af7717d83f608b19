import { type RefObject, useEffect, useRef } from 'react';
import { focusContent } from './focus-content.ts';

/**
 * When an item of a list goes and takes the focus with it, moves the focus to `container`, or else to the page's content. `count` is
 * undefined before the list is read.
 */
export function useFocusWhenFewer(
  count: number | undefined,
  container?: RefObject<HTMLElement | null>,
): void {
  const last = useRef(count);
  useEffect(() => {
    const isFewer = count !== undefined && last.current !== undefined && count < last.current;
    last.current = count;
    if (!isFewer || document.activeElement !== document.body) return;
    if (container?.current) container.current.focus();
    else focusContent();
  }, [count, container]);
}
