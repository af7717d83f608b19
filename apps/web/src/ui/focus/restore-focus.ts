/**
 * Returns the focus to an element that was disabled while it was busy: browsers blur a disabled button. Does nothing if
 * something else was focused in the meantime. Returns a function that stops it.
 */
export function restoreFocus(page: Document): () => void {
  let disabledElement: HTMLElement | null = null;
  const observer = new MutationObserver(() => {
    const active = page.activeElement;
    // Observers run before the browser paints, which is when it blurs the button.
    if (active instanceof HTMLElement && active.matches(':disabled')) disabledElement = active;
    if (!disabledElement || disabledElement.matches(':disabled')) return;
    if (active === page.body && disabledElement.isConnected) disabledElement.focus({ preventScroll: true });
    disabledElement = null;
  });
  observer.observe(page, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => observer.disconnect();
}
