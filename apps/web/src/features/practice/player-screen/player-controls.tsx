import { ActionIcon, Button } from '@mantine/core';
import type { PlayerSettings } from '@sayback/contract';
import {
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconPlayerStopFilled,
  IconReload,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { SpeedControl } from './lazy-menus.tsx';
import { type MainAction, mainActionOf, runMainAction } from './main-action.ts';
import classes from './player-controls.module.css';

type Props = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  settings: PlayerSettings;
  onSpeed: (speed: number) => void;
};

const MAIN = {
  play: { key: 'practice.play', Icon: IconPlayerPlayFilled },
  stop: { key: 'practice.stop', Icon: IconPlayerStopFilled },
  next: { key: 'practice.nextSegment', Icon: IconPlayerSkipForwardFilled },
} as const satisfies Record<MainAction, unknown>;

/** In the middle what comes next, always at the same place; beside it, in the learner's turn, the segment again. */
export function PlayerControls({ player, snapshot, settings, onSpeed }: Props) {
  const { t } = useTranslation();
  const { index, count, phase } = snapshot;
  const failed = phase.name === 'failed';
  const action = mainActionOf(snapshot);
  const { key, Icon } = MAIN[action];
  const side = (name: string, SideIcon: typeof IconReload, disabled: boolean, onClick: () => void) => (
    <ActionIcon
      variant="default"
      size={52}
      radius="xl"
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
      {side(t('practice.previous'), IconPlayerSkipBackFilled, failed || index === 0, () =>
        player?.previous(),
      )}
      <Button
        className={classes.play}
        classNames={{ label: classes.label }}
        size="lg"
        radius="xl"
        disabled={failed || count === 0}
        variant={action === 'stop' ? 'default' : 'filled'}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={() => runMainAction(player, snapshot)}
      >
        {t(key)}
      </Button>
      {action === 'next'
        ? side(t('practice.play'), IconReload, false, () => player?.playSegment())
        : side(t('practice.next'), IconPlayerSkipForwardFilled, failed || index >= count - 1, () =>
            player?.next(),
          )}
      <span className={classes.balance} />
    </div>
  );
}
