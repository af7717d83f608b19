import { Button, Loader, Stack, Text } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError, mayRecover, messageOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { profileQuery } from '../../../api/session.ts';
import { FailureMessage, SuccessMessage } from '../forms/form-message.tsx';

/** Confirms the address by what the mailed link holds, as soon as it is shown. */
export function VerifyAddress({ link }: { link: { uid: string; token: string } }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // The call may be repeated: an address that is confirmed stays so.
  const { isSuccess, isFetching, error, refetch } = useQuery({
    queryKey: ['verify-email', link.token],
    queryFn: async () => {
      await call(accounts.verifyEmail, { body: link });
      await client.invalidateQueries(profileQuery);
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (isFetching) {
    return (
      <Stack align="center" gap="md" role="status">
        <Loader />
        <Text>{t('emailVerification.checking')}</Text>
      </Stack>
    );
  }
  if (isSuccess) {
    return (
      <Stack gap="md">
        <SuccessMessage message={t('emailVerification.done')} />
        <Button component={Link} to="/" size="lg" fullWidth>
          {t('emailVerification.goHome')}
        </Button>
      </Stack>
    );
  }
  const isExpired = error instanceof ApiError && error.status === 400;
  return (
    <Stack gap="md">
      <FailureMessage
        message={
          isExpired ? t('emailVerification.invalidLink') : messageOf(error, t('emailVerification.failed'))
        }
      />
      {mayRecover(error) ? (
        <Button size="lg" fullWidth onClick={() => void refetch()}>
          {t('emailVerification.tryAgain')}
        </Button>
      ) : (
        <Button component={Link} to="/settings" size="lg" fullWidth>
          {t('emailVerification.openSettings')}
        </Button>
      )}
    </Stack>
  );
}
