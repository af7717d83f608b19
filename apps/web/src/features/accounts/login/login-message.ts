import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readInternalPath } from '../../../api/internal-path.ts';
import { stringParam } from '../../../api/search-params.ts';
import { useTranslation } from '../../../locales/translation.ts';

/** Messages about a provider's failed sign-in, by the server's code. */
const FAULTS = {
  unreachable: 'auth.faultUnreachable',
  refused: 'auth.faultRefused',
  outdated: 'auth.faultOutdated',
  foreign: 'auth.faultForeign',
  'not-admitted': 'auth.faultNotAdmitted',
  disabled: 'auth.faultDisabled',
  'too-many': 'auth.faultTooMany',
  failed: 'auth.faultFailed',
} as const;

/** Messages about the action that ended the session. */
const NOTICES = {
  'password-changed': 'auth.passwordChanged',
  'logged-out-everywhere': 'auth.loggedOutEverywhere',
  'account-deleted': 'auth.accountDeleted',
} as const;

export type LoginNotice = keyof typeof NOTICES;
type LoginSearch = {
  fault?: keyof typeof FAULTS | undefined;
  notice?: LoginNotice | undefined;
  /** Invitation of a visitor who followed its link, and can go back to register. */
  invitation?: string | undefined;
  /** Path to open after the login. */
  next?: string | undefined;
};

const isKeyOf = <Key extends string>(known: Record<Key, string>, value: unknown): value is Key =>
  typeof value === 'string' && Object.hasOwn(known, value);

/** Reads the search parameters of the login. An unknown error code counts as 'failed'. */
export function readLoginSearch({ fault, notice, invitation, next }: Record<string, unknown>): LoginSearch {
  const known = isKeyOf(FAULTS, fault) ? fault : 'failed';
  return {
    fault: fault === undefined ? undefined : known,
    notice: isKeyOf(NOTICES, notice) ? notice : undefined,
    invitation: stringParam(invitation),
    next: readInternalPath(next),
  };
}

/** Returns the messages about a failed sign-in or ended session, and removes them from the URL so that they aren't repeated. */
export function useLoginMessage(): { fault: string | undefined; notice: string | undefined } {
  const { t } = useTranslation();
  const search = useSearch({ from: '/login' });
  const [{ fault, notice, invitation, next }] = useState(search);
  const navigate = useNavigate();

  useEffect(() => {
    if (fault ?? notice) void navigate({ to: '/login', search: { invitation, next }, replace: true });
  }, [fault, notice, invitation, next, navigate]);

  return { fault: fault && t(FAULTS[fault]), notice: notice && t(NOTICES[notice]) };
}
