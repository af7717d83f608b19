import { Center, Loader, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { callbackParams } from '../../../api/callback-params.ts';
import { adoptSession } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { consumeNextPath } from './social-buttons.tsx';

/** Landing page after a provider's sign-in: adopts the session from the URL, and continues. */
export function LoginCallbackScreen() {
  const { t } = useTranslation();
  usePageTitle(t('auth.logIn'));
  const client = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    const { tokens, isUntrusted } = callbackParams;
    const signIn = tokens ? adoptSession(client, tokens) : Promise.resolve(false);
    void signIn
      .catch(() => false)
      .then((isSignedIn) =>
        isSignedIn
          ? navigate({ href: consumeNextPath(), replace: true })
          : navigate({ to: '/login', search: { fault: isUntrusted ? 'outdated' : 'failed' }, replace: true }),
      );
  }, [client, navigate]);

  return (
    <Center mih="50vh">
      <Stack align="center" role="status">
        <Loader aria-hidden />
        <Text component="h1" m={0}>
          {t('auth.loggingIn')}
        </Text>
      </Stack>
    </Center>
  );
}
