import { type RefObject, useEffect } from 'react';

/** Focuses the container when the focused element in it is removed, so that keyboard users don't restart at the top of the page. */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let focused: Element | null = null;
    const trackFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Element && element.contains(target) ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) element.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', trackFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', trackFocus);
      observer.disconnect();
    };
  }, [container]);
}
