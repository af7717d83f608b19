import { saveUnsentPreferences } from '../api/preferences.ts';
import { LogoutScreen } from '../features/accounts/login/logout-screen.tsx';
import { sendUnsent as sendUnsentPractice } from '../features/practice/unsent/send-unsent.ts';
import { sendStoredProgress } from '../features/practice/unsent/unsent-progress.ts';

const sendUnsent = (account: string): Promise<unknown> =>
  Promise.allSettled([
    sendUnsentPractice(account),
    sendStoredProgress(account),
    saveUnsentPreferences(account),
  ]);

/** The log-out screen, which first sends each feature's unsent work. */
export const LogoutPage = () => <LogoutScreen sendUnsent={sendUnsent} />;
