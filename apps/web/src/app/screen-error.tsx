import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { isTemporaryFailure } from '../api/api-error.ts';
import { profileQuery } from '../api/session.ts';
import { useTranslation } from '../locales/translation.ts';
import { HomeLink, PageFault } from '../ui/feedback/page-fault.tsx';
import { PartNotLoaded, recover, useOnReconnect } from '../ui/lazy-part.tsx';
import { useIsOnline } from '../ui/use-is-online.ts';
import { useRemoveFirstPicture } from '../ui/use-remove-first-picture.ts';

type Props = { error: unknown; reset: () => void };

/** Replaces a screen that failed. Temporary failures are retried automatically. */
export function ScreenError({ error, reset }: Props) {
  useRemoveFirstPicture({ when: true });
  if (isTemporaryFailure(error)) return <ServerUnreachable />;
  if (error instanceof PartNotLoaded) return <ScreenNotLoaded error={error} reset={reset} />;
  return <CrashedScreen reset={reset} />;
}

export const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 15_000;

/** Shown if the guard can't load the user. Stays at the URL, and continues once the server responds. */
function ServerUnreachable() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const retryNow = useRef(() => {});
  useEffect(() => {
    let delay = FIRST_RETRY_MS;
    let timer: ReturnType<typeof setTimeout>;
    let isUnmounted = false;
    const retry = () => {
      clearTimeout(timer);
      client.fetchQuery({ ...profileQuery, staleTime: 0 }).then(
        () => router.invalidate(),
        () => {
          if (!isUnmounted) scheduleRetry();
        },
      );
    };
    const scheduleRetry = () => {
      timer = setTimeout(retry, delay);
      delay = Math.min(delay * 2, MAX_RETRY_MS);
    };
    retryNow.current = retry;
    scheduleRetry();
    window.addEventListener('online', retry);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [client, router]);
  return (
    <PageFault title={t('app.unreachable')} text={t('app.retrying')}>
      <Button onClick={() => retryNow.current()}>{t('app.retry')}</Button>
    </PageFault>
  );
}

/** Shown if the screen's code can't be loaded: offline, or after a deployment. */
function ScreenNotLoaded({ error, reset }: { error: PartNotLoaded; reset: () => void }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const retry = useCallback(() => {
    error.reset();
    reset();
  }, [error, reset]);
  useEffect(() => void recover(error), [error]);
  useOnReconnect(retry);
  return (
    <PageFault
      title={t(isOnline ? 'app.screenFailed' : 'app.screenOffline')}
      text={t(isOnline ? 'app.tryLater' : 'app.opensOnline')}
    >
      <Button onClick={retry}>{t('app.retry')}</Button>
      <HomeLink isPrimary={false} />
    </PageFault>
  );
}

/** Shown for a bug. Offline, a reload would lose the page. */
function CrashedScreen({ reset }: { reset: () => void }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <PageFault title={t('app.crashed')} text={t(isOnline ? 'app.reloadToContinue' : 'app.tryLater')}>
      <Button onClick={() => (isOnline ? window.location.reload() : reset())}>
        {t(isOnline ? 'app.reload' : 'app.retry')}
      </Button>
      <HomeLink isPrimary={false} />
    </PageFault>
  );
}
