/**
 * Gives the focus back to what was disabled while its work was under way: a browser takes it away from a disabled button, and
 * the next key would go nowhere. What has taken the focus meanwhile keeps it. Answers how to stop.
 */
export function keepFocus(page: Document): () => void {
  let waiting: HTMLElement | null = null;
  const observer = new MutationObserver(() => {
    const active = page.activeElement;
    // Told before the browser draws again: only then does it take the focus away.
    if (active instanceof HTMLElement && active.matches(':disabled')) waiting = active;
    if (!waiting || waiting.matches(':disabled')) return;
    if (active === page.body && waiting.isConnected) waiting.focus({ preventScroll: true });
    waiting = null;
  });
  observer.observe(page, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => observer.disconnect();
}
