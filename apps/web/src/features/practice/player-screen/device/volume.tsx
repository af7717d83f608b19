import { ActionIcon } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { readJson, writeJson } from '../../../../device-storage/account-storage.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import type { Player } from '../../player/player.ts';
import classes from './volume.module.css';

export type Volume = { level: number; isMuted: boolean };

/** Stored per device, not per user. */
const STORAGE_KEY = 'volume';

/** Returns the volume, which is stored in this browser. */
export function useVolume(player: Player | null) {
  const [volume, setState] = useState(() => readJson<Volume>(STORAGE_KEY) ?? { level: 1, isMuted: false });
  const setVolume = (changed: Volume) => {
    writeJson(STORAGE_KEY, changed);
    setState(changed);
  };
  const { level, isMuted } = volume;
  useEffect(() => player?.setVolume(isMuted ? 0 : level), [player, level, isMuted]);
  const toggleMute = () => setVolume({ level: level || 1, isMuted: !isMuted });
  return { volume, setVolume, toggleMute };
}

/** A mute button, and a slider on large screens. Phones have volume keys. */
export function VolumeControl({ volume, setVolume, toggleMute }: ReturnType<typeof useVolume>) {
  const { t } = useTranslation();
  const { level, isMuted } = volume;
  const name = t(isMuted ? 'practice.unmute' : 'practice.mute');
  return (
    <div className={classes.volume}>
      <input
        className={classes.level}
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : level}
        aria-label={t('practice.volume')}
        onChange={({ currentTarget }) => {
          const newLevel = Number(currentTarget.value);
          setVolume({ level: newLevel || level, isMuted: newLevel === 0 });
        }}
      />
      <ActionIcon variant="quiet" aria-label={name} title={name} onClick={toggleMute}>
        {isMuted ? <IconVolumeOff aria-hidden /> : <IconVolume aria-hidden />}
      </ActionIcon>
    </div>
  );
}
