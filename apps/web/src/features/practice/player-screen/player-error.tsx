import { useTranslation } from '../../../locales/translation.ts';
import { interpretFailure } from '../../../media/interpret-failure.ts';
import type { MediaFailure } from '../../../media/media.ts';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import classes from './player-error.module.css';

/** True if reloading the same medium could help. */
export function canRetry(code: MediaFailure): boolean {
  const meaning = interpretFailure(code);
  return meaning === 'network' || meaning === 'timeout';
}

/** Explains why the video can't be played. The player's main button retries if that could help. */
export function PlayerError({ code }: { code: MediaFailure }) {
  const { t } = useTranslation();
  return (
    <div className={classes.fault}>
      <PageFault
        order={2}
        title={t('playerFailures.title')}
        text={t(`playerFailures.${interpretFailure(code)}`)}
      />
    </div>
  );
}
