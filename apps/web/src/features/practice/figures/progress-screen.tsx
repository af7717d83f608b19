import { Stack, Title } from '@mantine/core';
import { practice } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { AccountTabs } from '../../../ui/account-tabs.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { DayTable } from './day-table.tsx';
import { FigureCards } from './figure-cards.tsx';
import { NewLinesInput } from './new-lines-input.tsx';
import { OwnDeck } from './own-deck.tsx';
import classes from './progress-screen.module.css';

const DayChart = lazyPart(() => import('./day-chart.tsx'), 'DayChart');

/** Shows the learner's minutes and lines by day, and progress statistics that repeating one line can't raise. */
export function ProgressScreen() {
  const { t } = useTranslation();
  usePageTitle(t('today.progress'));
  const { data, isPending, isError, refetch } = useQuery(queryFor(practice.getFigures, {}));
  const isEmpty = data?.days.every(({ minutes }) => minutes === 0);
  return (
    <Stack maw="60rem" mx="auto" gap="xl">
      <AccountTabs />
      <Title order={1} size="h2">
        {t('today.progress')}
      </Title>
      {isPending && <PageLoader />}
      {isError && <Failure message={t('progress.loadFailed')} onRetry={() => refetch()} />}
      {data && (
        <>
          {isEmpty ? (
            <Empty icon={<Logo />} text={t('progress.empty')} />
          ) : (
            <section aria-labelledby="days">
              <Title order={2} size="h3" id="days" mb="sm">
                {t('progress.days')}
              </Title>
              <Totals days={data.days} />
              <div className={classes.chart} aria-hidden>
                <InlinePart fallback={<div />}>
                  <DayChart days={data.days} />
                </InlinePart>
              </div>
              <DayTable days={data.days} />
            </section>
          )}
          <FigureCards figures={data} />
          <NewLinesInput />
          <OwnDeck />
        </>
      )}
    </Stack>
  );
}

const MINUTE_MS = 60_000;

function Totals({ days }: { days: readonly practice.PractisedDay[] }) {
  const { t } = useTranslation();
  const sum = (read: (day: practice.PractisedDay) => number) =>
    days.reduce((total, day) => total + read(day), 0);
  const spoken = sum(({ spoken_ms }) => spoken_ms) / MINUTE_MS;
  const totals = [
    ['minutes', sum(({ minutes }) => minutes)],
    // Not 0 after a short first practice.
    ['spoken', spoken > 0 && spoken < 0.5 ? '<1' : Math.round(spoken)],
    ['said', sum(({ said }) => said)],
    ['written', sum(({ written }) => written)],
    ['recalled', sum(({ recalled }) => recalled)],
  ] as const;
  return (
    <dl className={classes.totals}>
      {totals.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`progress.total.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
