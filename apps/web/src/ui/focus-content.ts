/** Puts the focus on the page's content: Tab goes on from there, where it would have begun anew at the address bar. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
