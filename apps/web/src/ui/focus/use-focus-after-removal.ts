import { type RefObject, useEffect, useRef } from 'react';
import { focusContent } from './focus-content.ts';

/**
 * When the focused item of a list is removed, focuses `container`, or else the page's content. `count` is undefined
 * before the list is loaded.
 */
export function useFocusAfterRemoval(
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
