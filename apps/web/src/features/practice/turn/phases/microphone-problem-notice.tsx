import { IconMicrophoneOff, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { Status } from '../../../../ui/feedback/status.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import type { MicrophoneProblem } from '../../recording/recorder.ts';
import {
  changeRecordingSettings,
  setProblemShown,
  useRecordingSettings,
  wasProblemShown,
} from '../../recording/recording-settings.ts';
import { ReportButton } from '../../report/report-line.tsx';
import { TurnButton } from '../panel/turn-button.tsx';
import classes from '../panel/turn-panel.module.css';
import type { PhaseProps } from './phase-props.ts';

/** Problems of the browser or the URL: retrying can't help. */
const PERMANENT: ReadonlySet<MicrophoneProblem> = new Set(['insecure', 'unsupported']);

/** Explains a microphone problem: once, later behind an icon. */
export function MicrophoneProblemNotice({ account, turnSnapshot: { problem }, again, onReport }: PhaseProps) {
  const { t } = useTranslation();
  const settings = useRecordingSettings(account);
  const [isShown, setShown] = useState(() => problem !== null && !wasProblemShown(settings, problem));
  // Not needed next to a problem that is shown for the first time.
  const [hasIcon] = useState(!isShown);
  useEffect(() => {
    if (problem) setProblemShown(account, problem, true);
  }, [account, problem]);
  if (!problem) return null;
  const isPermanent = PERMANENT.has(problem);

  function retry() {
    // Shows the problem again if it persists.
    if (problem) setProblemShown(account, problem, false);
    again();
  }
  function turnOffRecording() {
    changeRecordingSettings(account, { isOn: false });
    toast.note(t('turn.recordingOff'));
  }
  return (
    <div className={classes.part}>
      {isShown && <Status>{t(`turn.trouble.${problem}`)}</Status>}
      <div className={classes.buttons}>
        {hasIcon && (
          <TurnButton
            aria-expanded={isShown}
            aria-label={t('turn.troubleTitle')}
            title={t('turn.troubleTitle')}
            onClick={() => setShown(!isShown)}
          >
            <IconMicrophoneOff size={18} aria-hidden />
          </TurnButton>
        )}
        {isShown && !isPermanent && (
          <TurnButton icon={<IconRefresh size={18} aria-hidden />} onClick={retry}>
            {t('app.retry')}
          </TurnButton>
        )}
        {isShown && (
          <TurnButton isMain={isPermanent} onClick={turnOffRecording}>
            {t('turn.withoutRecording')}
          </TurnButton>
        )}
        <ReportButton onClick={onReport} />
      </div>
    </div>
  );
}
