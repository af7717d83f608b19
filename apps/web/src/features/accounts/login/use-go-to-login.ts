import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Credentials } from './auth-form.tsx';

/** Time that a success is shown before the login opens, in milliseconds. */
const SHOWN_MS = 2000;

/** Only in memory: the history would keep a password on the disk. */
let registered: Credentials | undefined;

/** The account created on this page, to prefill the login. */
export const registeredAccount = () => registered;

export function rememberRegistered(account: Credentials | undefined): void {
  registered = account;
}

/**
 * Opens the login some time after an action, with the new account and the next page if known. Returns a function that opens
 * it at once.
 */
export function useGoToLogin(isDone: boolean, account?: Credentials, next?: string): () => void {
  const navigate = useNavigate();
  const open = useCallback(() => {
    rememberRegistered(account);
    void navigate({ to: '/login', search: { next } });
  }, [account, next, navigate]);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(open, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone, open]);
  return open;
}
