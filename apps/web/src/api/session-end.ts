import { createListeners } from '../media/listeners.ts';

const listeners = createListeners();
let hasEnded = false;

/** True once the server has refused to renew this page's session, which was ended elsewhere. */
export const sessionEnd = {
  subscribe: listeners.add,
  getSnapshot: () => hasEnded,
  report(ended: boolean): void {
    hasEnded = ended;
    listeners.notify();
  },
};
