import { type RefObject, useEffect, useState } from 'react';
import { focusContent } from './focus-content.ts';

/**
 * When a dialog or drawer closes, returns the focus to the previous element, or to `returnTo`. If that was removed, focuses the
 * page's content.
 */
export function useReturnFocus(returnTo?: RefObject<HTMLElement | null>, isOpen = true): void {
  // Read during rendering, since the content may take the focus before any effect runs.
  const [opener, setOpener] = useState(() => document.activeElement);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpener(document.activeElement);
  }
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const target = returnTo?.current ?? opener;
      if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
      else focusContent();
    };
  }, [opener, returnTo, isOpen]);
}
