import { createContext, type RefObject, use } from 'react';

type ClosingState = {
  /** True if closing would lose input. */
  hasInput: RefObject<boolean>;
  /** Action that closes the dialog, while the user is asked; null otherwise. */
  pendingClose: (() => void) | null;
  setPendingClose: (close: (() => void) | null) => void;
};

/** State for `AskBeforeClosing` and a dialog's buttons; null outside of a dialog. */
export const DialogClosing = createContext<ClosingState | null>(null);

/** Returns a function that closes the dialog: at once, or after asking if input would be lost. */
export function useConfirmedClose(close: () => void): () => void {
  const closing = use(DialogClosing);
  return () => {
    if (closing?.hasInput.current) closing.setPendingClose(() => close);
    else close();
  };
}
