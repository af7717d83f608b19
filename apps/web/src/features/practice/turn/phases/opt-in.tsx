import { IconMicrophone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { changeRecordingSettings } from '../../recording/recording-settings.ts';
import { ReportButton } from '../../report/report-line.tsx';
import { TurnButton } from '../panel/turn-button.tsx';
import classes from '../panel/turn-panel.module.css';
import type { PhaseProps } from './phase-props.ts';

/** Asks the learner to enable recording, before the browser asks for permission. */
export function OptIn({ account, onReport }: PhaseProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const icon = <IconMicrophone size={18} aria-hidden />;
  if (!isAsking) {
    return (
      <div className={classes.buttons}>
        <TurnButton icon={icon} onClick={() => setAsking(true)}>
          {t('turn.record')}
        </TurnButton>
        <ReportButton onClick={onReport} />
      </div>
    );
  }
  return (
    <div className={classes.part}>
      <p>{t('turn.intro')}</p>
      <div className={classes.buttons}>
        <TurnButton
          isMain
          icon={icon}
          onClick={() => changeRecordingSettings(account, { isOn: true, shownProblems: [] })}
        >
          {t('turn.allow')}
        </TurnButton>
        <TurnButton onClick={() => setAsking(false)}>{t('turn.notNow')}</TurnButton>
      </div>
    </div>
  );
}
