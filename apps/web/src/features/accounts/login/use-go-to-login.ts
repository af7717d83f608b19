import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Credentials } from './auth-form.tsx';

/** Shows a success before the login opens. */
const DELAY_MS = 2000;

/** Only in memory: the browser's history would store the password on disk. */
let registered: Credentials | undefined;

/** The account created on this page, to prefill the login. */
export const registeredAccount = () => registered;

export function setRegisteredAccount(account: Credentials | undefined): void {
  registered = account;
}

/**
 * Opens the login shortly after `isDone`, with the new account and the next page if known. Returns a function that opens it at
 * once.
 */
export function useGoToLogin(isDone: boolean, account?: Credentials, next?: string): () => void {
  const navigate = useNavigate();
  const open = useCallback(() => {
    setRegisteredAccount(account);
    void navigate({ to: '/login', search: { next } });
  }, [account, next, navigate]);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(open, DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDone, open]);
  return open;
}
