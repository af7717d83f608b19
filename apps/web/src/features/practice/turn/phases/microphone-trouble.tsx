import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/translation.ts';
import { ReportButton } from '../../report/report-line.tsx';
import { TurnButton } from '../../turn-panel/turn-button.tsx';
import classes from '../../turn-panel/turn-panel.module.css';
import type { PhaseProps } from './phase-props.ts';

export function MicrophoneTrouble({ turnSnapshot: { problem }, again, setReporting }: PhaseProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.part} role="status">
      {problem && <p>{t(`turn.trouble.${problem}`)}</p>}
      <div className={classes.buttons}>
        <TurnButton icon={<IconRefresh size={18} aria-hidden />} onClick={again}>
          {t('turn.retry')}
        </TurnButton>
        <ReportButton onClick={() => setReporting(true)} />
      </div>
    </div>
  );
}
