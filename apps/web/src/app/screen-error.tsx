import { Button, Center, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect } from 'react';
import { mayRecover } from '../api/api-error.ts';
import { profileQuery } from '../api/session.ts';
import { useTranslation } from '../locales/translation.ts';
import { PageLoader } from '../ui/feedback/page-loader.tsx';
import { PartNotLoaded, recover, useOnReturn } from '../ui/lazy-part.tsx';
import { useIsOnline } from '../ui/online.ts';
import { useFirstPicture } from '../ui/use-first-picture.ts';

type Props = { error: unknown; reset: () => void };

/** Shown in place of a screen that can't be shown. What may pass is tried again, without anyone doing anything. */
export function ScreenError({ error, reset }: Props) {
  useFirstPicture({ until: true });
  if (mayRecover(error)) return <Unreachable />;
  if (error instanceof PartNotLoaded) return <ScreenMissing error={error} reset={reset} />;
  return <Broken reset={reset} />;
}

function Fault({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Center mih="60vh" px="md" role="alert">
      <Stack align="center">
        <Text ta="center">{text}</Text>
        <Group justify="center">
          {children}
          <Button component={Link} to="/" variant="default">
            {t('notFound.home')}
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}

/** In milliseconds. */
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15_000;

/** The guard could not ask the server who is signed in. Stays at the address, and continues once the server answers. */
function Unreachable() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    let delay = FIRST_RETRY_MS;
    let timer: ReturnType<typeof setTimeout>;
    let isLeft = false;
    const retry = () => {
      clearTimeout(timer);
      client.fetchQuery({ ...profileQuery, staleTime: 0 }).then(
        () => router.invalidate(),
        () => {
          if (!isLeft) wait();
        },
      );
    };
    const wait = () => {
      timer = setTimeout(retry, delay);
      delay = Math.min(delay * 2, LAST_RETRY_MS);
    };
    wait();
    window.addEventListener('online', retry);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [client, router]);
  return (
    <div role="alert">
      <PageLoader height="30vh" />
      <Text ta="center">{t('app.unreachable')}</Text>
    </div>
  );
}

/** The screen's code could not be loaded: offline, or after a deployment. */
function ScreenMissing({ error, reset }: { error: PartNotLoaded; reset: () => void }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const retry = useCallback(() => {
    error.reset();
    reset();
  }, [error, reset]);
  useEffect(() => void recover(error), [error]);
  useOnReturn(retry);
  return (
    <Fault text={t(isOnline ? 'app.screenFailed' : 'app.screenOffline')}>
      <Button onClick={retry}>{t('app.retry')}</Button>
    </Fault>
  );
}

/** A fault of the program. Offline, a reload would lose the page. */
function Broken({ reset }: { reset: () => void }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <Fault text={t('app.crashed')}>
      <Button onClick={() => (isOnline ? window.location.reload() : reset())}>
        {t(isOnline ? 'app.reload' : 'app.retry')}
      </Button>
    </Fault>
  );
}
