import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconEye, IconEyeOff, IconKeyboard } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangePreferences } from '../../../api/preferences.ts';
import { focusContent } from '../../../ui/focus-content.ts';
import { toast } from '../../../ui/toast.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { LinePanel } from './line-panel.tsx';
import { MediaFrame } from './media-frame.tsx';
import { TranslationControl } from './menus-on-demand.tsx';
import { PlayerControls } from './player-controls.tsx';
import { PlayerFault } from './player-fault.tsx';
import classes from './practice-stage.module.css';
import { SegmentSlider } from './segment-slider.tsx';
import { changedSpeed } from './speed.ts';
import { StageFrame } from './stage-frame.tsx';
import { usePlayer } from './use-player.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useSaveProgress } from './use-save-progress.ts';

// Neither is needed to begin with.
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));
const PlayerSettingsDrawer = lazy(async () => ({
  default: (await import('./player-settings-drawer.tsx')).PlayerSettingsDrawer,
}));

/** Where one practises: the video, the line beneath it, and the controls at the thumb. */
export function PracticeStage({ material }: { material: PracticeMaterial }) {
  const { t } = useTranslation();
  const { video, target, script, settings } = material;
  const { player, snapshot, attach } = usePlayer(script, settings);
  const changePreferences = useChangePreferences(() => toast.failure(t('playerSettings.saveFailed')));
  const change = (player: Partial<typeof settings>) => changePreferences({ player });
  const [attempt, setAttempt] = useState(0);
  const [textsHidden, { toggle: toggleTexts }] = useDisclosure();
  const [settingsOpen, settingsDrawer] = useDisclosure();
  const [keysOpen, keysDialog] = useDisclosure();
  const settingsAsked = useWasTrue(settingsOpen);
  const keysAsked = useWasTrue(keysOpen);

  useSaveProgress(video.id, script, snapshot.index);
  usePlayerKeys({
    player,
    snapshot,
    enabled: settings.keys,
    onSpeedSteps: (steps) =>
      changePreferences((kept) => ({ player: { speed: changedSpeed(kept.player.speed, steps) } })),
    onToggleTexts: toggleTexts,
    onShowKeys: keysDialog.open,
  });

  function retry() {
    setAttempt(attempt + 1);
    // The button that was pressed goes.
    focusContent();
  }

  const { phase } = snapshot;
  const tools = (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t(textsHidden ? 'practice.showTexts' : 'practice.hideTexts')}
        onClick={toggleTexts}
      >
        {textsHidden ? <IconEyeOff aria-hidden /> : <IconEye aria-hidden />}
      </ActionIcon>
      <TranslationControl
        material={material}
        onChoose={(language) => change({ translation_language: language })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('practice.keys')}
        onClick={keysDialog.open}
        visibleFrom="sm"
      >
        <IconKeyboard aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('practice.settings')}
        onClick={settingsDrawer.open}
      >
        <IconAdjustmentsHorizontal aria-hidden />
      </ActionIcon>
    </>
  );

  return (
    <StageFrame title={video.title} language={video.original_language} tools={tools}>
      <div
        className={classes.stage}
        data-panels={settings.panels}
        data-source={video.youtube_id ? 'youtube' : 'hosted'}
      >
        <div className={classes.scene}>
          <MediaFrame
            key={attempt}
            video={video}
            attach={attach}
            isBlocked={phase.name === 'blocked'}
            onTap={() => player?.playSegment()}
          />
          {phase.name === 'failed' ? (
            <PlayerFault code={phase.code} onRetry={retry} />
          ) : (
            <LinePanel
              segment={script.segments[snapshot.index]}
              snapshot={snapshot}
              settings={settings}
              languages={{ original: video.original_language, target: target.language }}
              textsHidden={textsHidden}
              onStartAgain={() => player?.select(0)}
            />
          )}
        </div>
        <div className={classes.controls}>
          <SegmentSlider player={player} snapshot={snapshot} segments={script.segments} />
          <PlayerControls
            player={player}
            snapshot={snapshot}
            settings={settings}
            onSpeed={(speed) => change({ speed })}
          />
        </div>
      </div>
      <Suspense>
        {settingsAsked && (
          <PlayerSettingsDrawer
            opened={settingsOpen}
            onClose={settingsDrawer.close}
            settings={settings}
            onChange={change}
          />
        )}
        {keysAsked && <KeysDialog opened={keysOpen} onClose={keysDialog.close} isOn={settings.keys} />}
      </Suspense>
    </StageFrame>
  );
}

/** Whether it was ever true: what is closed stays, so that it can fold away. */
function useWasTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was || value;
}
