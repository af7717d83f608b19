import { type RefObject, useEffect, useState } from 'react';
import { focusContent } from './focus-content.ts';

/**
 * When a dialog closes, returns the focus to the previous element, or to the given one. If that is gone too, as a deleted
 * item is, the page's content gets it.
 */
export function useReturnFocus(returnTo?: RefObject<HTMLElement | null>, isOn = true): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!isOn) return;
      const target = returnTo?.current ?? opener;
      if (target instanceof HTMLElement && target.isConnected) target.focus();
      else focusContent();
    },
    [opener, returnTo, isOn],
  );
}
