import { useTranslation } from '../../../locales/translation.ts';
import { interpretError } from '../../../media/failure-meaning.ts';
import type { MediaFailure } from '../../../media/media.ts';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import classes from './player-error.module.css';

/** Returns true if reloading the same medium may help. */
export function mayPlayLater(code: MediaFailure): boolean {
  const meaning = interpretError(code);
  return meaning === 'network' || meaning === 'timeout';
}

/** Shows why the video can't be played. The player's main button retries, if that may help; otherwise Back is above. */
export function PlayerError({ code }: { code: MediaFailure }) {
  const { t } = useTranslation();
  return (
    <div className={classes.fault}>
      <PageFault order={2} title={t('playerFaults.title')} text={t(`playerFaults.${interpretError(code)}`)} />
    </div>
  );
}
