/** Focuses the page's content: Tab continues from there, instead of starting at the address bar. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
