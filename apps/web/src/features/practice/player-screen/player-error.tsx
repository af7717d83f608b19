import { Alert, Button, Stack } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { meaningOf } from '../../../media/failure-meaning.ts';
import type { MediaFailure } from '../../../media/media.ts';
import classes from './player-error.module.css';

/** Shows why the video can't be played, and what to do. */
export function PlayerError({ code, onRetry }: { code: MediaFailure; onRetry: () => void }) {
  const { t } = useTranslation();
  const meaning = meaningOf(code);
  return (
    <Alert className={classes.fault} color="red" variant="light" icon={<IconPlayerPause />} role="alert">
      <Stack align="flex-start" gap="sm">
        {t(`playerFaults.${meaning}`)}
        {(meaning === 'network' || meaning === 'timeout') && (
          <Button variant="default" onClick={onRetry}>
            {t('app.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
