import { type RefObject, useEffect, useState } from 'react';

/** When a dialog goes, gives the focus back to what had it before, or to what is named instead. */
export function useReturnFocus(returnTo?: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const target = returnTo?.current ?? opener;
      if (target instanceof HTMLElement && target.isConnected) target.focus();
    },
    [opener, returnTo],
  );
}
