import '@mantine/core/styles/VisuallyHidden.css';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { LiveRibbon } from '../../ribbons/ribbons.tsx';
import classes from '../../turn-panel/turn-panel.module.css';
import type { PhaseProps } from './phase-props.ts';
import { Processing } from './processing.tsx';

/** The same each time, so that nothing is drawn anew. */
const SILENCE: readonly number[] = [];
/** Seconds before a turn without a word ends. */
const COUNTDOWN_S = 3;

/** The microphone is open, or its recording is being measured: the bars stay until they become the take's ribbon. */
export function Speaking({ turn, turnSnapshot: { phase, countdown, original, start } }: PhaseProps) {
  return (
    <div className={classes.part}>
      <LiveRibbon original={original} levels={turn?.levels ?? SILENCE} start={start} />
      {phase.name === 'processing' ? <Processing /> : <Countdown seconds={countdown} />}
    </div>
  );
}

function Countdown({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation();
  return (
    <>
      {/* Announced once, not at each second. */}
      <VisuallyHidden role="status">
        {seconds !== null && t('turn.stopping', { seconds: COUNTDOWN_S })}
      </VisuallyHidden>
      <p className={classes.countdown} aria-hidden>
        {seconds !== null && t('turn.stopping', { seconds })}
      </p>
    </>
  );
}
