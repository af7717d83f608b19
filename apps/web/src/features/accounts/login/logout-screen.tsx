import '@mantine/core/styles/List.css';
import { Button, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { pageAccount } from '../../../api/page-account.ts';
import { logOut, profileQuery } from '../../../api/session.ts';
import { clearDevice, countStored, ownDevice, type StoredCounts } from '../../../device-storage/sweep.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import { isReachable } from '../../../ui/reload-once.ts';
import { AuthPage } from './auth-page.tsx';

const TIMEOUT_MS = 3000;
const RETRY_MS = 2000;

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type Step = 'sending' | 'out' | { unsent: StoredCounts; other: StoredCounts };

/**
 * Sends unsent work, ends the session, clears the device and opens the login. Asks first if work can't be sent and would be
 * lost.
 */
export function LogoutScreen({ sendUnsent }: { sendUnsent: (account: string) => Promise<unknown> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [account] = useState(pageAccount);
  const [step, setStep] = useState<Step>('sending');

  async function finishLogout(keepsUnsent: boolean): Promise<void> {
    setStep('sending');
    await Promise.race([Promise.all([logOut(), clearDevice(account, keepsUnsent)]), delay(TIMEOUT_MS)]);
    if (!(await isReachable())) {
      client.clear();
      client.setQueryData(profileQuery.queryKey, null);
      setStep('out');
      while (!(await isReachable())) await delay(RETRY_MS);
    }
    // Replaces the history entry, so that going back doesn't log out the next user.
    window.location.replace('/login');
  }

  const start = useEffectEvent(async () => {
    if (account === null) return finishLogout(false);
    await Promise.race([sendUnsent(account).catch(() => undefined), delay(TIMEOUT_MS)]);
    const counts = await countStored(account);
    if (Object.keys(counts.unsent).length === 0 || ownDevice.read(account)) return finishLogout(false);
    setStep(counts);
  });
  useEffect(() => void start(), []);

  if (step === 'sending') return <PageLoader />;
  if (step === 'out') {
    return (
      <AuthPage title={t('logout.done')}>
        <Text role="status">{t('logout.opensLater')}</Text>
      </AuthPage>
    );
  }
  const { recordings } = step.other;
  return (
    <AuthPage title={t('logout.title')}>
      <Stack gap="md">
        <Text>{t('logout.unsent')}</Text>
        <List spacing="xs">
          {Object.entries(step.unsent).map(([category, count]) => (
            <List.Item key={category}>{t(`logout.${category as keyof StoredCounts}`, { count })}</List.Item>
          ))}
        </List>
        {recordings !== undefined && <Text>{t('logout.recordings', { count: recordings })}</Text>}
        <Button size="lg" fullWidth onClick={() => navigate({ to: '/' })} data-autofocus>
          {t('logout.stay')}
        </Button>
        <div>
          <Button variant="default" size="lg" fullWidth onClick={() => finishLogout(true)}>
            {t('logout.keep')}
          </Button>
          <Text size="sm" c="dimmed" mt="xs">
            {t('logout.keepHint')}
          </Text>
        </div>
        <Button variant="outline" color="red" size="lg" fullWidth onClick={() => finishLogout(false)}>
          {t('logout.delete')}
        </Button>
      </Stack>
    </AuthPage>
  );
}
