import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Credentials } from './auth-form.tsx';

/** Time that a success is shown before the login opens, in milliseconds. */
const SHOWN_MS = 2000;

/** In memory alone: the history would keep a password on the disk. */
let registered: Credentials | undefined;

/** The account that was made on this page, with which the login is filled in. */
export const registeredAccount = () => registered;

export function rememberRegistered(account: Credentials | undefined): void {
  registered = account;
}

/**
 * Opens the login a while after something was done, with the account that was made and the next page where they are known.
 * Returns what opens it at once.
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
