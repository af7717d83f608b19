import type { SpeechFrames } from '@sayback/speech';
import { IconArrowsLeftRight, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { isMeasured } from '../../analysis/take.ts';
import { ReportButton } from '../../report/report-line.tsx';
import { Ribbons } from '../../ribbons/ribbons.tsx';
import { useTakeFacts } from '../../ribbons/use-take-facts.ts';
import { TurnButton } from '../../turn-panel/turn-button.tsx';
import classes from '../../turn-panel/turn-panel.module.css';
import type { Sound } from '../turn-machine.ts';
import { AgainButton } from './again-button.tsx';
import { TurnHint } from './hint-text.tsx';
import type { PhaseProps } from './phase-props.ts';
import { Processing } from './processing.tsx';

/** The same each time, so that nothing is drawn anew. */
const NONE: readonly never[] = [];

/** The take next to the original, and one hint. */
export function Result({
  turnSnapshot: { take, phase },
  video,
  line,
  showsText,
  listen,
  again,
  setSlow,
  setReporting,
}: PhaseProps) {
  const { t } = useTranslation();
  if (!take) return null;
  const { frames, compared } = take;
  const original = isMeasured(take.original) ? take.original : null;
  const words = showsText ? take.words : NONE;
  const hint = compared?.hint ?? null;
  const playing = phase.name === 'playing' ? phase.sound : null;
  const sound = (name: Sound, text: string, icon: ReactNode, title?: string) => (
    <TurnButton
      icon={playing === name ? <IconPlayerStopFilled size={16} aria-hidden /> : icon}
      isOn={playing === name}
      title={title}
      onClick={() => (playing === name ? listen() : listen(name))}
    >
      {text}
    </TurnButton>
  );
  return (
    <div className={classes.part}>
      {!take.isMeasured && <Processing />}
      {take.isMeasured && (!frames || (original && !compared)) && (
        <p className={classes.why} role="status">
          {t('turn.notCompared')}
        </p>
      )}
      {take.isMeasured && frames && (
        <>
          <Ribbons
            original={original?.frames ?? null}
            mine={frames}
            takeTimes={compared?.isThisLine ? compared.takeTimes : null}
            extraPauses={compared?.findings?.extraPauses ?? NONE}
            words={words}
            leftOut={hint?.kind === 'left-out' ? hint.place : null}
            levels={null}
          />
          {compared && (
            <p className={classes.hint} role="status" data-none={hint === null || undefined}>
              {hint && <TurnHint hint={hint} words={words} language={video.original_language} />}
              {!hint && t(compared.isThisLine ? 'turn.noHint' : 'turn.notThisLine')}
            </p>
          )}
          {!original && (
            <OwnFacts
              frames={frames}
              seconds={(line.end - line.start) / 1000}
              why={t(video.youtube_id ? 'turn.youtube' : take.original ? 'turn.making' : 'turn.noOriginal')}
            />
          )}
        </>
      )}
      <div className={classes.buttons}>
        {sound(
          'mine',
          t('turn.mine'),
          <IconPlayerPlayFilled size={16} aria-hidden />,
          `${t('turn.compare')} (C)`,
        )}
        {sound('original', t('turn.original'), <IconPlayerPlayFilled size={16} aria-hidden />)}
        {original &&
          sound('both', t('turn.both'), <IconArrowsLeftRight size={16} aria-hidden />, t('turn.bothHint'))}
        <Slower onChange={setSlow} />
        <AgainButton onClick={again} />
        <ReportButton onClick={() => setReporting(true)} />
      </div>
    </div>
  );
}

/** Where nothing can be compared: what the take alone says, and why. */
function OwnFacts({ frames, seconds, why }: { frames: SpeechFrames; seconds: number; why: string }) {
  const { t } = useTranslation();
  const facts = useTakeFacts();
  return (
    <div role="status">
      <p className={classes.hint} data-none>
        {t('turn.figure.mine', { facts: facts.factsOf(frames) })}{' '}
        {t('turn.figure.line', { seconds: facts.seconds(seconds) })}
      </p>
      <p className={classes.why}>{why}</p>
    </div>
  );
}

function Slower({ onChange }: { onChange: (isSlow: boolean) => void }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(false);
  const toggle = () => {
    setOn(!isOn);
    onChange(!isOn);
  };
  return (
    <TurnButton isOn={isOn} onClick={toggle}>
      {t('turn.slower')}
    </TurnButton>
  );
}
