import { saveUnsentPreferences } from '../api/preferences.ts';
import { LogoutScreen } from '../features/accounts/login/logout-screen.tsx';
import { sendStoredProgress } from '../features/practice/stored-progress.ts';
import { sendUnsent as sendUnsentPractice } from '../features/practice/unsent/send-unsent.ts';

const sendUnsent = (account: string): Promise<unknown> =>
  Promise.allSettled([
    sendUnsentPractice(account),
    sendStoredProgress(account),
    saveUnsentPreferences(account),
  ]);

/** Logging out, with what each feature still has to send. */
export const LogoutPage = () => <LogoutScreen sendUnsent={sendUnsent} />;
