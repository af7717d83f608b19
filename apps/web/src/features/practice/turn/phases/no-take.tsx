import { useTranslation } from '../../../../locales/translation.ts';
import { Status } from '../../../../ui/feedback/status.tsx';
import { ReportButton } from '../../report/report-line.tsx';
import classes from '../panel/turn-panel.module.css';
import { AgainButton } from './again-button.tsx';
import type { PhaseProps } from './phase-props.ts';

/** Shown after a turn without speech, or one that was stopped. */
export function NoTake({ turnSnapshot: { phase }, again, checkMicrophone, onReport }: PhaseProps) {
  const { t } = useTranslation();
  const [before, after] = t('turn.nothingHeard', { check: '\n' }).split('\n');
  return (
    <div className={classes.part}>
      {phase.name !== 'idle' && (
        <Status>
          {before}
          <button type="button" className={classes.inline} onClick={checkMicrophone}>
            {t('turn.checkMicrophone')}
          </button>
          {after}
        </Status>
      )}
      <div className={classes.buttons}>
        <AgainButton onClick={again} />
        <ReportButton onClick={onReport} />
      </div>
    </div>
  );
}
