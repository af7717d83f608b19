import { type RefObject, useEffect } from 'react';

/** Takes the focus when the focused element inside is removed; otherwise keyboard users would start at the top of the page. */
export function useKeepsFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let focused: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element && element.contains(target) ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) element.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [container]);
}
