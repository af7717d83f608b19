import { Alert } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { meaningOf } from '../../../media/failure-meaning.ts';
import type { MediaFailure } from '../../../media/media.ts';
import classes from './player-error.module.css';

/** Returns true if reloading the same medium may help. */
export function mayPlayLater(code: MediaFailure): boolean {
  const meaning = meaningOf(code);
  return meaning === 'network' || meaning === 'timeout';
}

/** Shows why the video can't be played. */
export function PlayerError({ code }: { code: MediaFailure }) {
  const { t } = useTranslation();
  return (
    <Alert className={classes.fault} color="red" variant="light" icon={<IconPlayerPause />} role="alert">
      {t(`playerFaults.${meaningOf(code)}`)}
    </Alert>
  );
}
