import { useEffect, useState } from 'react';
import { accessToken } from '../../../api/tokens.ts';

/**
 * Whether an access token is stored. It follows what other tabs do; `check` looks again, for what this tab did, and
 * answers what it found.
 */
export function useStoredToken(): { hasToken: boolean; check: () => boolean } {
  const look = () => accessToken() !== null;
  const [hasToken, setHasToken] = useState(look);

  useEffect(() => {
    const follow = () => setHasToken(accessToken() !== null);
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const check = () => {
    const found = look();
    setHasToken(found);
    return found;
  };
  return { hasToken, check };
}
