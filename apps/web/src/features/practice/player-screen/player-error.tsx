import { useTranslation } from '../../../locales/translation.ts';
import { interpretFailure } from '../../../media/interpret-failure.ts';
import type { MediaFailure } from '../../../media/media.ts';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import classes from './player-error.module.css';

/** Returns true if reloading the same medium may help. */
export function mayPlayLater(code: MediaFailure): boolean {
  const meaning = interpretFailure(code);
  return meaning === 'network' || meaning === 'timeout';
}

/** Shows why the video can't be played. The player's main button retries, if that may help; otherwise Back is above. */
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
