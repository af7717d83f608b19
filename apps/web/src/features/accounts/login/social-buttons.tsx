import '@mantine/core/styles/Divider.css';
import { Button, Divider, Stack } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { readInternalPath } from '../../../api/internal-path.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';

type Props = {
  purpose: 'login' | 'register';
  invitation?: string | undefined;
  /** The page to open afterwards. */
  next?: string | undefined;
};

const NEXT_KEY = 'next';

/** Stores the page to open in this tab after the provider's sign-in. */
function storeNextPath(next: string | undefined): void {
  if (next) sessionStorage.setItem(NEXT_KEY, next);
  else sessionStorage.removeItem(NEXT_KEY);
}

/** Returns the page to open after a provider's sign-in, and deletes it. */
export function consumeNextPath(): string {
  const next = readInternalPath(sessionStorage.getItem(NEXT_KEY)) ?? '/';
  sessionStorage.removeItem(NEXT_KEY);
  return next;
}

/** Links to the identity providers; renders nothing if none is configured. The server redirects the browser back. */
export function SocialButtons({ purpose, invitation, next }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(providersQuery);
  if (!data || data.providers.length === 0) return null;
  const search = invitation ? `?${new URLSearchParams({ invitation })}` : '';
  return (
    <Stack gap="md" mt="md">
      <Divider label={t('auth.or')} />
      {data.providers.map(({ id, name, login_url }) => (
        <Button
          key={id}
          component="a"
          href={login_url + search}
          variant="default"
          size="lg"
          fullWidth
          onClick={() => storeNextPath(next)}
        >
          {t(purpose === 'login' ? 'auth.signInWith' : 'auth.registerWith', { name })}
        </Button>
      ))}
    </Stack>
  );
}

/** Loads the identity providers and the registration policy. */
export const providersQuery = queryFor(accounts.listProviders, {}, { staleTime: Number.POSITIVE_INFINITY });
