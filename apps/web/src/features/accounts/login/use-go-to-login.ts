import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of the account that was just made: the login has it filled in. */
    username?: string;
  }
}

/** How long a success is shown before the login opens, in milliseconds. */
const SHOWN_MS = 2000;

/** Opens the login a while after something was done, with the username and the next page where they are known. */
export function useGoToLogin(isDone: boolean, username?: string, next?: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const state = username === undefined ? {} : { username };
    const timer = setTimeout(() => navigate({ to: '/login', search: { next }, state }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone, username, next, navigate]);
}
