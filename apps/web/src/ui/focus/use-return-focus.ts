import { type RefObject, useEffect, useState } from 'react';
import { focusContent } from './focus-content.ts';

/**
 * When a dialog goes, gives the focus back to what had it before, or to what is named instead. Where that has gone too, as with
 * an item that was deleted, the page's content gets it.
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
