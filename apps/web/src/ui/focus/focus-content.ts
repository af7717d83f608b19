import { openDialog } from '../commands/keyboard.ts';

/** Focuses the open dialog or the page's content: Tab continues from there, instead of starting at the address bar. */
export function focusContent(): void {
  (openDialog() ?? document.getElementById('content'))?.focus({ preventScroll: true });
}
