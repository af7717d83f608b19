/**
 * Returns the focus to an element that was disabled while it was busy: browsers blur a disabled button. Does nothing if
 * something else was focused meanwhile. Returns a function that stops it.
 */
export function restoreFocus(page: Document): () => void {
  let waiting: HTMLElement | null = null;
  const observer = new MutationObserver(() => {
    const active = page.activeElement;
    // Observers run before the browser paints, which is when it blurs the button.
    if (active instanceof HTMLElement && active.matches(':disabled')) waiting = active;
    if (!waiting || waiting.matches(':disabled')) return;
    if (active === page.body && waiting.isConnected) waiting.focus({ preventScroll: true });
    waiting = null;
  });
  observer.observe(page, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => observer.disconnect();
}
