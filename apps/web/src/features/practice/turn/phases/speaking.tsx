import '@mantine/core/styles/VisuallyHidden.css';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { Ribbons } from '../../ribbons/ribbons.tsx';
import classes from '../../turn-panel/turn-panel.module.css';
import type { PhaseProps } from './phase-props.ts';

/** The same each time, so that nothing is drawn anew. */
const NONE: readonly never[] = [];
/** Seconds before a turn without a word ends. */
const COUNTDOWN_S = 3;

/** The microphone is open. */
export function Speaking({ turn, turnSnapshot: { countdown } }: PhaseProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.part}>
      <Ribbons
        original={null}
        mine={null}
        takeTimes={null}
        extraPauses={NONE}
        words={NONE}
        leftOut={null}
        showsMelody={false}
        showsLegend={false}
        onMarked={null}
        levels={turn?.levels ?? NONE}
      />
      {/* Announced once, not at each second. */}
      <VisuallyHidden role="status">
        {countdown !== null && t('turn.stopping', { seconds: COUNTDOWN_S })}
      </VisuallyHidden>
      <p className={classes.countdown} aria-hidden>
        {countdown !== null && t('turn.stopping', { seconds: countdown })}
      </p>
    </div>
  );
}
