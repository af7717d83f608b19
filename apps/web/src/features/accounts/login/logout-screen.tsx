import { useEffect } from 'react';
import { logOut } from '../../../api/session.ts';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';

/** How long to wait for the server, in milliseconds. */
const TIMEOUT_MS = 3000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function leave(): Promise<void> {
  await Promise.race([logOut(), pause(TIMEOUT_MS)]);
  localStorage.clear();
  // Not in the history: going back must not log out the next one to log in.
  window.location.replace('/login');
}

/** Ends the session on the server, clears the browser's storage and opens the login. */
export function LogoutScreen() {
  useEffect(() => {
    void leave();
  }, []);
  return <PageLoader />;
}
