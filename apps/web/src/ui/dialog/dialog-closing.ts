import { createContext, type RefObject, use, useEffect } from 'react';

type ClosingState = {
  /** True if closing would lose input. */
  hasInput: RefObject<boolean>;
  /** True while an action in the dialog runs, whose result would be lost. */
  isPending: RefObject<boolean>;
  /** Action that closes the dialog, while the user is asked; null otherwise. */
  pendingClose: (() => void) | null;
  setPendingClose: (close: (() => void) | null) => void;
};

/** State for `AskBeforeClosing` and a dialog's buttons; null outside of a dialog. */
export const DialogClosing = createContext<ClosingState | null>(null);

/** Holds the surrounding dialog open while `isPending`, for forms whose result it shows. */
export function useHoldOpen(isPending: boolean): void {
  const pending = use(DialogClosing)?.isPending;
  useEffect(() => {
    if (!pending) return;
    pending.current = isPending;
    return () => {
      pending.current = false;
    };
  }, [pending, isPending]);
}

/** Returns a function that closes the dialog: at once, or after asking if input would be lost. */
export function useConfirmedClose(close: () => void): () => void {
  const closing = use(DialogClosing);
  return () => {
    if (closing?.hasInput.current) closing.setPendingClose(() => close);
    else close();
  };
}
