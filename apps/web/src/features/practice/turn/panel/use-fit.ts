import { type RefObject, useLayoutEffect } from 'react';

/** Steps that apply cumulatively; the first costs the learner least. */
const STEPS = ['compact', 'picture', 'small', 'tiny', 'scroll'];

/** Sets as many steps in the panel's `data-fit` as its content needs; the stylesheets shrink the content by them. */
function fitContent(panel: HTMLElement): void {
  let count = 0;
  do {
    panel.dataset.fit = STEPS.slice(0, count).join(' ');
    count += 1;
  } while (panel.scrollHeight > panel.clientHeight + 1 && count <= STEPS.length);
  // Makes a scrollable panel reachable with the keyboard.
  if (count > STEPS.length) panel.tabIndex = 0;
  else panel.removeAttribute('tabindex');
}

/** Keeps a panel's content visible, whatever the window, the line and the phase. */
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
