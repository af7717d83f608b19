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
  /** True while a screen is shown that stays after the session has ended, although it can't load more data. */
  hasStayingScreen: (): boolean => stayingScreens > 0,
  /** Marks such a screen; returns the cleanup. */
  stay(): () => void {
    stayingScreens += 1;
    return () => {
      stayingScreens -= 1;
    };
  },
};
