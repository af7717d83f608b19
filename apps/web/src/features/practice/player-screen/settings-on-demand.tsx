import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PlayerSettings } from '@sayback/contract';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount } from '../../../api/session.ts';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { lazyPart, OnDemand } from '../../../ui/lazy-part.tsx';
import type { Player } from '../player/player.ts';
import type { TurnControls } from '../turn/turn-controls.ts';

export const PlayerSettingsDrawer = lazyPart(async () => {
  await loadTurnWording();
  return import('./player-settings-drawer.tsx');
}, 'PlayerSettingsDrawer');

/** Opens the player's settings, optionally at the microphone test. */
export function useSettingsDrawer() {
  const [shouldTestMicrophone, setShouldTestMicrophone] = useState(false);
  const [isOpen, { open, close }] = useDisclosure(false, { onClose: () => setShouldTestMicrophone(false) });
  function checkMicrophone() {
    setShouldTestMicrophone(true);
    open();
  }
  return { isOpen, open, close, shouldTestMicrophone, checkMicrophone };
}

type SettingsDrawer = ReturnType<typeof useSettingsDrawer>;

export function SettingsButton({ drawer }: { drawer: SettingsDrawer }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="quiet"
      aria-label={t('practice.settings')}
      title={t('practice.settings')}
      onClick={drawer.open}
    >
      <IconAdjustmentsHorizontal aria-hidden />
    </ActionIcon>
  );
}

type Props = {
  drawer: SettingsDrawer;
  player: Player | null;
  turn: TurnControls | null;
  settings: PlayerSettings;
  onChange: (changes: Partial<PlayerSettings>) => void;
};

/** The player's settings, loaded when they are first opened. A microphone test stops playback and recording. */
export function SettingsOnDemand({ drawer, player, turn, settings, onChange }: Props) {
  const account = useAccount();
  const { isOpen, open, close, shouldTestMicrophone } = drawer;
  return (
    <OnDemand isOpen={isOpen} onOpen={open} onClose={close}>
      <PlayerSettingsDrawer
        opened={isOpen}
        onClose={close}
        account={account}
        shouldTestMicrophone={shouldTestMicrophone}
        onMicrophone={() => {
          player?.stop();
          turn?.stop();
        }}
        settings={settings}
        onChange={onChange}
      />
    </OnDemand>
  );
}
