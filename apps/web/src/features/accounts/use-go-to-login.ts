import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** How long a success is shown before the login opens, in milliseconds. */
const SHOWN_MS = 2000;

/** Opens the login a while after something was done. */
export function useGoToLogin(isDone: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate({ to: '/login' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
