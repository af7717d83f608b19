import { saveUnsentPreferences } from '../api/preferences.ts';
import { LogoutScreen } from '../features/accounts/login/logout-screen.tsx';
import { sendUnsentAttempts } from '../features/practice/send-unsent-attempts.ts';
import { sendStoredProgress } from '../features/practice/stored-progress.ts';

const sendUnsent = (account: string): Promise<unknown> =>
  Promise.allSettled([
    sendUnsentAttempts(account),
    sendStoredProgress(account),
    saveUnsentPreferences(account),
  ]);

/** Logging out, with what each feature still has to send. */
export const LogoutPage = () => <LogoutScreen sendUnsent={sendUnsent} />;
