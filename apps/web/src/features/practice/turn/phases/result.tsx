import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu } from '@mantine/core';
import type { SpeechFrames } from '@sayback/speech';
import { IconDots, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { Status } from '../../../../ui/feedback/status.tsx';
import { isMeasured, type Take } from '../../analysis/take.ts';
import { useRecordingSettings } from '../../recording/recording-settings.ts';
import { LiveRibbon, Ribbons } from '../../ribbons/ribbons.tsx';
import { useTakeDescription } from '../../ribbons/use-take-description.ts';
import { TurnButton } from '../panel/turn-button.tsx';
import classes from '../panel/turn-panel.module.css';
import type { Sound } from '../turn-machine.ts';
import { AgainButton } from './again-button.tsx';
import { TurnHint } from './hint-text.tsx';
import type { PhaseProps } from './phase-props.ts';
import { Processing } from './processing.tsx';

/** A stable reference, to avoid redrawing. */
const EMPTY: readonly never[] = [];
/** Number of first takes for which the legend is shown. */
const LEGEND_TAKES = 3;

/** A sentence about the take, a drawing of it below the original, and the next actions. */
export function Result(props: PhaseProps) {
  const { turn, turnSnapshot, account, video, line, showsText, listen, again, isSlow, setSlow, onReport } =
    props;
  const { take, takes, phase, start } = turnSnapshot;
  const { t } = useTranslation();
  const { takeCount } = useRecordingSettings(account);
  const [isLegendOpen, setLegendOpen] = useState(false);
  if (!take) return null;
  const { frames, compared } = take;
  const original = isMeasured(take.original) ? take.original : null;
  const words = showsText ? take.words : EMPTY;
  const hint = compared?.hint ?? null;
  const playingSound = phase.name === 'playing' ? phase.sound : null;
  const omitted = hint?.kind === 'left-out' ? hint.place : null;

  const renderSoundButton = (name: Sound, label: string, title?: string) => (
    <TurnButton
      icon={
        playingSound === name ? (
          <IconPlayerStopFilled size={16} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={16} aria-hidden />
        )
      }
      isOn={playingSound === name}
      title={title}
      onClick={() => (playingSound === name ? listen() : listen(name))}
    >
      {label}
    </TurnButton>
  );
  return (
    <div className={classes.part}>
      <div className={classes.findings}>
        {!take.isMeasured && (
          <>
            {turn && <LiveRibbon original={turnSnapshot.original} levels={turn.levels} start={start} />}
            <Processing />
          </>
        )}
        {take.isMeasured && (!frames || (original && !compared)) && (
          <Status className={classes.reason}>{t('turn.notCompared')}</Status>
        )}
        {take.isMeasured && frames && (
          <>
            {compared && (
              <Status className={classes.hint} data-none={hint === null || undefined}>
                <Praise takes={takes} take={take} />
                {hint && (
                  <TurnHint hint={hint} take={take} words={words} language={video.original_language} />
                )}
                {!hint && t(compared.isThisLine ? 'turn.noHint' : 'turn.notThisLine')}
              </Status>
            )}
            <Ribbons
              original={original?.frames ?? null}
              take={frames}
              takeTimes={compared?.isThisLine ? compared.takeTimes : null}
              extraPauses={compared?.findings?.extraPauses ?? EMPTY}
              words={words}
              omitted={omitted}
              showsMelody={hint?.kind === 'flat' || hint?.kind === 'contour'}
              showsLegend={isLegendOpen || takeCount <= LEGEND_TAKES}
              onMarked={omitted ? () => listen('marked') : null}
              live={turn && take === takes.at(-1) ? { levels: turn.levels, start } : null}
            />
            {!original && (
              <UncomparedTake
                frames={frames}
                seconds={(line.end - line.start) / 1000}
                reason={t(
                  video.youtube_id ? 'turn.youtube' : take.original ? 'turn.making' : 'turn.noOriginal',
                )}
              />
            )}
          </>
        )}
      </div>
      <div className={classes.buttons}>
        <fieldset className={classes.switch} aria-label={t('turn.compare')}>
          {renderSoundButton('original', t('turn.original'))}
          {renderSoundButton('mine', t('turn.mine'), `${t('turn.compare')} (C)`)}
        </fieldset>
        {takes.length > 1 && (
          <fieldset className={classes.switch} aria-label={t('turn.takes')}>
            {takes.map((listed, index) => (
              <TurnButton
                // biome-ignore lint/suspicious/noArrayIndexKey: takes have no id.
                key={index}
                isOn={listed === take}
                aria-label={t('turn.takeNumber', { number: index + 1 })}
                onClick={() => turn?.chooseTake(index)}
              >
                {index + 1}
              </TurnButton>
            ))}
          </fieldset>
        )}
        <div className={classes.last}>
          <Menu position="top-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="transparent"
                c="inherit"
                aria-label={t('turn.more')}
                title={t('turn.more')}
              >
                <IconDots size={20} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {original && (
                <Menu.Item onClick={() => listen('both')} title={t('turn.bothHint')}>
                  {t('turn.both')}
                </Menu.Item>
              )}
              <Menu.CheckboxItem checked={isSlow} onChange={setSlow} closeMenuOnClick>
                {t('turn.slower')}
              </Menu.CheckboxItem>
              <Menu.Item onClick={() => setLegendOpen(!isLegendOpen)}>{t('turn.legend')}</Menu.Item>
              <Menu.Item onClick={onReport}>{t('turn.report.title')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <AgainButton onClick={again} />
        </div>
      </div>
    </div>
  );
}

/** Praises a fixed mistake: one with a hint about the previous take, but not about this one. */
function Praise({ takes, take }: { takes: readonly Take[]; take: Take }) {
  const { t } = useTranslation();
  const previousHint = takes[takes.indexOf(take) - 1]?.compared?.hint;
  if (!previousHint || !take.compared?.isThisLine || take.compared.hint?.kind === previousHint.kind)
    return null;
  return <>{t(`turn.praise.${previousHint.kind}`)} </>;
}

/** Describes a take that can't be compared, with the reason. */
function UncomparedTake({
  frames,
  seconds,
  reason,
}: {
  frames: SpeechFrames;
  seconds: number;
  reason: string;
}) {
  const { t } = useTranslation();
  const { describe, formatSeconds } = useTakeDescription();
  return (
    <>
      <Status className={classes.hint} data-none>
        {t('turn.figure.mine', { facts: describe(frames) })}{' '}
        {t('turn.figure.line', { seconds: formatSeconds(seconds) })}
      </Status>
      <p className={classes.reason}>{reason}</p>
    </>
  );
}
