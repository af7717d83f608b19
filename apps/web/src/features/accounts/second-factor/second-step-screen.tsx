import { Button, Stack, Text } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { Section, SectionedPage } from '../section.tsx';
import { SessionConfirmation } from './session-confirmation.tsx';

/** Second step for administrators whose session needs one; continues to their destination. */
export function SecondStepScreen() {
  const { t } = useTranslation();
  const title = t('secondFactor.screenTitle');
  usePageTitle(title);
  const navigate = useNavigate();
  const { next } = useSearch({ from: '/second-step' });
  const { data, isError, refetch } = useQuery(queryFor(accounts.getSecondFactor, {}, { staleTime: 0 }));
  const isSetUp = data && (data.totp_added_at !== null || data.passkeys.length > 0);

  return (
    <SectionedPage title={title}>
      <Section>
        {!data && isError && <Failure message={t('secondFactor.loadFailed')} onRetry={() => refetch()} />}
        {!data && !isError && <Skeletons heights={[50, 50, 50]} gap="lg" />}
        {isSetUp && (
          <Stack gap="md">
            <Text>{t('secondFactor.screenText')}</Text>
            <SessionConfirmation
              onDone={() => navigate({ href: next ?? '/', replace: true })}
              onBack={() => navigate({ to: '/' })}
            />
          </Stack>
        )}
        {data && !isSetUp && (
          <Stack gap="md">
            <Text>{t('secondFactor.screenSetUp')}</Text>
            <Button component={Link} to="/settings" size="md">
              {t('secondFactor.openSettings')}
            </Button>
            <Button component={Link} to="/" variant="subtle" size="md">
              {t('notFound.home')}
            </Button>
          </Stack>
        )}
      </Section>
    </SectionedPage>
  );
}
