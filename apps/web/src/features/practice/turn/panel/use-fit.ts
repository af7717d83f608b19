import { type RefObject, useLayoutEffect } from 'react';

/** Cumulative steps; the first ones matter least to the learner. */
const STEPS = ['compact', 'picture', 'small', 'tiny', 'scroll'];

/** Adds steps to the panel's `data-fit` until its content fits; the stylesheets shrink the content accordingly. */
function fitContent(panel: HTMLElement): void {
  let count = 0;
  do {
    panel.dataset.fit = STEPS.slice(0, count).join(' ');
    count += 1;
  } while (panel.scrollHeight > panel.clientHeight + 1 && count <= STEPS.length);
  // A scrollable panel must be reachable with the keyboard.
  if (count > STEPS.length) panel.tabIndex = 0;
  else panel.removeAttribute('tabindex');
}

/** Fits a panel's content into it after each change of the content or the size. */
export function useFit(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (panel.current) fitContent(panel.current);
  });
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const observer = new ResizeObserver(() => fitContent(element));
    for (const part of [element, ...element.querySelectorAll(':scope > div, :scope > div > div')])
      observer.observe(part);
    return () => observer.disconnect();
  }, [panel]);
}
