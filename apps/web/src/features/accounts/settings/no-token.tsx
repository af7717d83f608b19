import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says that the session has gone, logged out in another tab for instance, and leads to the login. */
export function NoToken() {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack align="flex-start" gap="sm">
        {t('settings.noToken')}
        {/* A plain link: the page is loaded anew, so that nothing of the ended session is left. */}
        <Button component="a" href="/login" variant="default">
          {t('auth.logIn')}
        </Button>
      </Stack>
    </Alert>
  );
}
