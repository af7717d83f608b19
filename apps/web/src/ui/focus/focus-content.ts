import { openDialog } from '../commands/keyboard.ts';

/**
 * Focuses the open dialog or the page's content: Tab continues from there, instead of starting at the address bar. A dialog that
 * has the focus is closing.
 */
export function focusContent(): void {
  const dialog = openDialog();
  const target = dialog?.contains(document.activeElement) ? null : dialog;
  (target ?? document.getElementById('content'))?.focus({ preventScroll: true });
}
