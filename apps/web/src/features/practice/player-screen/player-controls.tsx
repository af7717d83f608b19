import { ActionIcon, Button, Loader } from '@mantine/core';
import type { PlayerSettings } from '@sayback/contract';
import {
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconPlayerStopFilled,
  IconReload,
} from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { Finish } from '../turn/turn-controls.ts';
import { type useVolume, VolumeControl } from './device/volume.tsx';
import { findMainAction, type MainAction, runMainAction } from './main-action.ts';
import { SpeedControl } from './menus/lazy-menus.tsx';
import classes from './player-controls.module.css';

type Props = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  settings: PlayerSettings;
  /** Ends a turn that is being recorded; null if none is. */
  finish: Finish | null;
  /** Replays the line in its turn; by default, playing it restarts the turn. */
  replay?: (() => void) | undefined;
  /** Reloads a medium that failed; null if none did, or if that can't help. */
  retry: (() => void) | null;
  /** True while the learner waits for the medium. */
  isWaiting: boolean;
  volume: ReturnType<typeof useVolume>;
  onSpeed: (speed: number) => void;
};

const MAIN_ACTIONS = {
  play: { key: 'practice.play', Icon: IconPlayerPlayFilled },
  stop: { key: 'app.stop', Icon: IconPlayerStopFilled },
  next: { key: 'practice.nextSegment', Icon: IconPlayerSkipForwardFilled },
} as const satisfies Record<MainAction, unknown>;

/** The player's buttons: the main action in the middle and, in the learner's turn, a replay button next to it. */
export function PlayerControls({
  player,
  snapshot,
  settings,
  finish,
  replay = () => player?.playSegment(),
  retry,
  isWaiting,
  volume,
  onSpeed,
}: Props) {
  const { t } = useTranslation();
  const { index, count, phase } = snapshot;
  const hasFailed = phase.name === 'failed';
  const action = findMainAction(snapshot);
  const { key, Icon } = MAIN_ACTIONS[action];
  const renderSideButton = (
    name: string,
    SideIcon: typeof IconReload,
    disabled: boolean,
    onClick: () => void,
  ) => (
    <ActionIcon
      variant="default"
      size={52}
      radius="xl"
      // Keeps the focus in the field for writing the line.
      onMouseDown={(event) => event.preventDefault()}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      <SideIcon size={20} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={classes.controls}>
      <SpeedControl speed={settings.speed} onChange={onSpeed} />
      {renderSideButton(t('practice.previous'), IconPlayerSkipBackFilled, hasFailed || index === 0, () =>
        player?.previous(),
      )}
      <Button
        className={classes.play}
        classNames={{ label: classes.label }}
        size="lg"
        radius="xl"
        disabled={!retry && (hasFailed || count === 0)}
        variant={action === 'stop' && !retry ? 'default' : 'filled'}
        leftSection={
          retry ? (
            <IconReload size={20} aria-hidden />
          ) : isWaiting && action === 'stop' ? (
            <Loader size={20} color="currentColor" aria-hidden />
          ) : (
            <span className={classes.sign}>
              {finish ? (
                (finish.icon ?? <IconPlayerStopFilled size={20} aria-hidden />)
              ) : (
                <Icon size={20} aria-hidden />
              )}
              {phase.name === 'transition' && <PauseRing key={phase.until} length={settings.line_pause} />}
            </span>
          )
        }
        onClick={retry ?? (() => runMainAction(player, snapshot, finish))}
      >
        {retry ? t('app.retry') : (finish?.label ?? t(key))}
      </Button>
      {action === 'next'
        ? renderSideButton(t('practice.play'), IconReload, false, replay)
        : renderSideButton(
            t('practice.next'),
            IconPlayerSkipForwardFilled,
            hasFailed || index >= count - 1,
            () => player?.next(),
          )}
      <VolumeControl {...volume} />
    </div>
  );
}

/** A ring that fills during the pause before the next line. `length` in milliseconds. */
const PauseRing = ({ length }: { length: number }) => (
  <svg className={classes.ring} viewBox="0 0 36 36" aria-hidden="true">
    <circle cx="18" cy="18" r="16.5" pathLength="1" style={{ animationDuration: `${length}ms` }} />
  </svg>
);
