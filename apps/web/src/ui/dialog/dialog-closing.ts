import { createContext, type RefObject, use } from 'react';

type Closing = {
  /** True while closing would lose input. */
  hasInput: RefObject<boolean>;
  /** The close action that waits for the answer. */
  held: (() => void) | null;
  hold: (close: (() => void) | null) => void;
};

/** State for `AskBeforeClosing` and a dialog's buttons; null outside of a dialog. */
export const DialogClosing = createContext<Closing | null>(null);

/** Returns a function that closes the dialog: at once, or after asking whether to lose the input. */
export function useCloser(close: () => void): () => void {
  const closing = use(DialogClosing);
  return () => {
    if (closing?.hasInput.current) closing.hold(() => close);
    else close();
  };
}
