import '@mantine/core/styles/VisuallyHidden.css';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { LiveRibbon } from '../../ribbons/ribbons.tsx';
import classes from '../panel/turn-panel.module.css';
import type { PhaseProps } from './phase-props.ts';
import { Processing } from './processing.tsx';

/** A stable reference, to avoid redrawing. */
const SILENCE: readonly number[] = [];
/** Length of the countdown before a turn without speech ends, in seconds (`first-word-wait` in packages/speech). */
const COUNTDOWN_S = 3;

/** The voice during a turn. While the take is measured, the bars stay until they turn into its ribbon. */
export function Speaking({ turn, turnSnapshot: { phase, countdown, original, start } }: PhaseProps) {
  return (
    <div className={classes.part}>
      <div className={classes.findings}>
        <LiveRibbon original={original} levels={turn?.levels ?? SILENCE} start={start} />
        {phase.name === 'processing' ? <Processing /> : <Countdown seconds={countdown} />}
      </div>
    </div>
  );
}

function Countdown({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation();
  return (
    <>
      {/* Announced once, not every second. */}
      <VisuallyHidden role="status">
        {seconds !== null && t('turn.stopping', { seconds: COUNTDOWN_S })}
      </VisuallyHidden>
      <p className={classes.countdown} aria-hidden>
        {seconds !== null && t('turn.stopping', { seconds })}
      </p>
    </>
  );
}
