import { createListeners } from '../media/listeners.ts';

const listeners = createListeners();
let hasEnded = false;
let stayingScreens = 0;

/** True once the server has refused to renew this page's session, which was ended elsewhere. */
export const sessionEnd = {
  subscribe: listeners.add,
  getSnapshot: () => hasEnded,
  report(ended: boolean): void {
    hasEnded = ended;
    listeners.notify();
  },
  /** True while a screen is shown that stays, although parts of it that load later can't. */
  isSomethingShown: (): boolean => stayingScreens > 0,
  /** An effect of such a screen. */
  stay(): () => void {
    stayingScreens += 1;
    return () => {
      stayingScreens -= 1;
    };
  },
};
