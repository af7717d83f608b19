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

/** Errors that stay in this browser and at this address: trying again is no next step. */
const IS_LASTING: ReadonlySet<MicrophoneProblem> = new Set(['insecure', 'unsupported']);

/** A microphone error: shown once, then as an icon that shows it when pressed. */
export function MicrophoneTrouble({ account, turnSnapshot: { problem }, again, onReport }: PhaseProps) {
  const { t } = useTranslation();
  const settings = useRecordingSettings(account);
  const [isShown, setShown] = useState(() => problem !== null && !wasProblemShown(settings, problem));
  // The icon shows the error again; beside the error that appears by itself it would only take room.
  const [hasIcon] = useState(!isShown);
  useEffect(() => {
    if (problem) setProblemShown(account, problem, true);
  }, [account, problem]);
  if (!problem) return null;
  const isLasting = IS_LASTING.has(problem);

  function retry() {
    // The learner retries, so show the error again if it persists.
    if (problem) setProblemShown(account, problem, false);
    again();
  }
  function practiseWithout() {
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
        {isShown && !isLasting && (
          <TurnButton icon={<IconRefresh size={18} aria-hidden />} onClick={retry}>
            {t('turn.retry')}
          </TurnButton>
        )}
        {isShown && (
          <TurnButton isMain={isLasting} onClick={practiseWithout}>
            {t('turn.withoutRecording')}
          </TurnButton>
        )}
        <ReportButton onClick={onReport} />
      </div>
    </div>
  );
}
