import { ActionIcon, Button } from '@mantine/core';
import type { PlayerSettings } from '@sayback/contract';
import {
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconPlayerStopFilled,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { isBusy } from '../player/practice-state.ts';
import { SpeedControl } from './lazy-menus.tsx';
import classes from './player-controls.module.css';

type Props = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  settings: PlayerSettings;
  onSpeed: (speed: number) => void;
};

export function PlayerControls({ player, snapshot, settings, onSpeed }: Props) {
  const { t } = useTranslation();
  const { index, count, phase } = snapshot;
  const failed = phase.name === 'failed';
  const busy = isBusy(phase);
  return (
    <div className={classes.controls}>
      <SpeedControl speed={settings.speed} onChange={onSpeed} />
      <ActionIcon
        variant="default"
        size={52}
        radius="xl"
        aria-label={t('practice.previous')}
        disabled={failed || index === 0}
        onClick={() => player?.previous()}
      >
        <IconPlayerSkipBackFilled size={20} aria-hidden />
      </ActionIcon>
      <Button
        className={classes.play}
        classNames={{ label: classes.label }}
        size="lg"
        radius="xl"
        disabled={failed || count === 0}
        variant={busy ? 'default' : 'filled'}
        leftSection={
          busy ? (
            <IconPlayerStopFilled size={20} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={20} aria-hidden />
          )
        }
        onClick={() => (busy ? player?.stop() : player?.playSegment())}
      >
        {busy ? t('practice.stop') : t('practice.play')}
      </Button>
      <ActionIcon
        variant="default"
        size={52}
        radius="xl"
        aria-label={t('practice.next')}
        disabled={failed || index >= count - 1}
        onClick={() => player?.next()}
      >
        <IconPlayerSkipForwardFilled size={20} aria-hidden />
      </ActionIcon>
      <span className={classes.balance} />
    </div>
  );
}
