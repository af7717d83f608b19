import { Alert, Button, Stack } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import type { MediaFailure } from '../../../media/media.ts';
import classes from './player-error.module.css';

/** YouTube's error codes, and those of our own, to what they mean for the learner. */
const MEANING = {
  2: 'badId',
  5: 'html5',
  100: 'gone',
  101: 'noEmbedding',
  150: 'noEmbedding',
  153: 'noReferrer',
  script: 'script',
  timeout: 'timeout',
  network: 'network',
  decode: 'decode',
  unsupported: 'decode',
} as const;

/** Shows why the video can't be played, and what to do. */
export function PlayerError({ code, onRetry }: { code: MediaFailure; onRetry: () => void }) {
  const { t } = useTranslation();
  const meaning = MEANING[code as keyof typeof MEANING] ?? 'unknown';
  return (
    <Alert className={classes.fault} color="red" variant="light" icon={<IconPlayerPause />} role="alert">
      <Stack align="flex-start" gap="sm">
        {t(`playerFaults.${meaning}`)}
        {(meaning === 'network' || meaning === 'timeout') && (
          <Button mih={44} variant="default" onClick={onRetry}>
            {t('app.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
