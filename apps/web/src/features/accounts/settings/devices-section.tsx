import '@mantine/core/styles/Badge.css';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Section } from '../section.tsx';
import { SectionSkeleton } from '../section-skeleton.tsx';
import { Device } from './device.tsx';
import { sessionsQuery, useEndAllSessions } from './queries.ts';
import classes from './settings-sections.module.css';

/** Where the person is signed in. `onEverywhere` leaves, when that ends here too. */
export function DevicesSection({ onEverywhere }: { onEverywhere: () => void }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery(sessionsQuery);
  const [isAsking, { open, close }] = useDisclosure();
  const endAll = useEndAllSessions(onEverywhere);

  if (!data && isError) {
    return <Failure message={t('settings.devicesFailed')} onRetry={() => refetch()} />;
  }
  if (!data) return <SectionSkeleton />;
  return (
    <Section title={t('settings.devices')}>
      <ul className={classes.devices}>
        {data.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      <div>
        <Button variant="default" size="md" onClick={open}>
          {t('settings.everywhere')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('settings.everywhere')}
          text={t('settings.everywhereText')}
          confirmLabel={t('settings.everywhere')}
          isPending={endAll.isPending || endAll.isSuccess}
          onConfirm={endAll.mutate}
          onClose={close}
        />
      )}
    </Section>
  );
}
