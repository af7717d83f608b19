import { Button, Group, Text } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';

export function UnconfirmedEmail() {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(accounts.sendVerification, {}),
    meta: { done: 'emailVerification.sent', failedUnexplained: 'emailVerification.sendFailed' },
  });
  return (
    <Group gap="sm">
      <Text size="sm">{t('emailVerification.notConfirmed')}</Text>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {t('emailVerification.resend')}
      </Button>
    </Group>
  );
}
