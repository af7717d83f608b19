import { openDialog } from './commands/keyboard.ts';

/** Fallback: a page without HTTPS has no clipboard API. */
function copyByTextArea(text: string): boolean {
  const opener = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog, which traps the focus.
  (openDialog() ?? document.body).append(area);
  try {
    area.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (opener instanceof HTMLElement) opener.focus();
  }
}

/** Copies a text to the clipboard, through a hidden text area if the clipboard API fails. Returns true on success. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByTextArea(text);
  }
}
