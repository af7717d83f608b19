import { useTranslation } from '../../../../locales/translation.ts';
import { ReportButton } from '../../report/report-line.tsx';
import classes from '../../turn-panel/turn-panel.module.css';
import { AgainButton } from './again-button.tsx';
import type { PhaseProps } from './phase-props.ts';

/** Nothing was said, or the turn was stopped. */
export function NoTake({ turnSnapshot: { phase }, again, setReporting }: PhaseProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.part} role="status">
      {phase.name !== 'idle' && <p>{t('turn.nothingHeard')}</p>}
      <div className={classes.buttons}>
        <AgainButton onClick={again} />
        <ReportButton onClick={() => setReporting(true)} />
      </div>
    </div>
  );
}
