import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconEye, IconEyeOff, IconKeyboard } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useChangePreferences } from '../../../api/preferences.ts';
import { useAccount } from '../../../api/session.ts';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { focusContent } from '../../../ui/focus/focus-content.ts';
import { InlinePart, lazyPart, OnDemand, usePreload } from '../../../ui/lazy-part.tsx';
import { isBusy } from '../player/practice-state.ts';
import { usePractised } from '../practised-lines.ts';
import { TranslationNote } from '../translation-note.tsx';
import type { TurnControls } from '../turn/turn-controls.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { settingsIn, WAYS, type WayName, wayOf, withWay } from '../ways/ways.ts';
import { Announcer } from './announcer.tsx';
import { FullScreenButton } from './device/full-screen-button.tsx';
import { useMediaSession } from './device/use-media-session.ts';
import { useWakeLock } from './device/use-wake-lock.ts';
import { useVolume } from './device/volume.tsx';
import { LINE_PARTS, Lines, LinesButton, useLines } from './lines/lines.tsx';
import { MediaFrame } from './media-frame.tsx';
import { MENUS, TranslationControl, WayControl } from './menus/lazy-menus.tsx';
import { changedSpeed } from './menus/speed.ts';
import { PlayerControls } from './player-controls.tsx';
import { mayPlayLater, PlayerError } from './player-error.tsx';
import { PlayerFrame } from './player-frame.tsx';
import classes from './player-screen.module.css';
import { useSaveProgress } from './save-progress.ts';
import { SegmentPanel } from './segment-panel.tsx';
import { SegmentSlider } from './segment-slider.tsx';
import { isOver, linesWaiting, useTally } from './sitting.ts';
import { TurnPart, TurnSlot } from './turn-slot.tsx';
import { usePlayer } from './use-player.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useWaiting } from './use-waiting.ts';

// None is needed at first.
const ClipEnd = lazyPart(() => import('./clip-end.tsx'), 'ClipEnd');
const PlayerKeysDialog = lazyPart(async () => {
  await loadTurnWording();
  return import('./menus/keys-dialog.tsx');
}, 'PlayerKeysDialog');
const PlayerSettingsDrawer = lazyPart(async () => {
  await loadTurnWording();
  return import('./player-settings-drawer.tsx');
}, 'PlayerSettingsDrawer');
const PARTS = [TurnPart, ClipEnd, ...MENUS, ...LINE_PARTS, PlayerSettingsDrawer, PlayerKeysDialog];

/** The player: the video, the segment's texts below it, and the controls within reach of the thumb. */
export function PlayerScreen({ material }: { material: PracticeMaterial }) {
  const { t, i18n } = useTranslation();
  const { video, target, session, settings: own } = material;
  const way = wayOf(own, video.id);
  const [turn, setTurn] = useState<TurnControls | null>(null);
  const records = turn?.records === true;
  // A recorded turn ends by itself, when the learner has spoken.
  const practiceSettings = useMemo(() => {
    const settings = settingsIn(way, own, false);
    return records ? { ...settings, turn: 'wait' as const } : settings;
  }, [own, way, records]);
  const { player, snapshot, attach } = usePlayer(session, practiceSettings, () => turn?.silence());
  const account = useAccount();
  const changePreferences = useChangePreferences({
    onQueued: () => toast.note(t('app.savedLater')),
    onRefused: () => toast.failure(t('playerSettings.saveFailed')),
  });
  const change = (player: Partial<typeof own>) => changePreferences({ player });
  const chooseWay = (name: WayName) =>
    changePreferences(({ player }) => ({ player: withWay(player, video.id, name) }));
  const settings = settingsIn(way, own, turn?.isDone === true);
  const [attempt, setAttempt] = useState(0);
  const [textsHidden, { toggle: toggleTexts }] = useDisclosure();
  const [startsAtMicrophone, setStartsAtMicrophone] = useState(false);
  const [settingsOpen, settingsDrawer] = useDisclosure(false, {
    onClose: () => setStartsAtMicrophone(false),
  });
  const [keysOpen, keysDialog] = useDisclosure();

  const waiting = useWaiting(snapshot);
  const isWaiting = waiting === 'shown' || waiting === 'long';
  const { phase } = snapshot;
  const failure = phase.name === 'failed' ? phase.code : waiting === 'given up' ? 'timeout' : null;
  const retry = failure !== null && mayPlayLater(failure) ? () => setAttempt(attempt + 1) : null;
  const volume = useVolume(player);
  usePreload(PARTS);
  const lines = useLines(practiceSettings.original !== 'show');
  const practised = usePractised(video.id, session);
  const languages = {
    original: video.original_language,
    target: material.isTranslated ? target.language : null,
  };

  useSaveProgress(video.id, session, snapshot.index);
  const { tally, reset } = useTally(snapshot, session.segments[snapshot.index]?.start ?? 0);
  usePlayerKeys({
    player,
    snapshot,
    turn,
    retry,
    enabled: settings.keys,
    onSpeedSteps: (steps) =>
      changePreferences((current) => ({ player: { speed: changedSpeed(current.player.speed, steps) } })),
    onToggleTexts: toggleTexts,
    onToggleMute: volume.toggleMute,
    onShowKeys: keysDialog.open,
    onWay: (number) => {
      const chosen = WAYS[number - 1];
      if (chosen) chooseWay(chosen.name);
    },
  });

  function leaveEnd(index: number) {
    player?.select(index);
    // The button that was pressed disappears.
    focusContent();
  }

  function startAgain() {
    reset();
    leaveEnd(0);
  }

  function checkMicrophone() {
    setStartsAtMicrophone(true);
    settingsDrawer.open();
  }

  const lineText = t('practice.position', { number: snapshot.index + 1, count: snapshot.count });
  useWakeLock(isBusy(phase) || phase.name === 'turn');
  useMediaSession({
    player,
    snapshot,
    turn,
    metadata: { title: video.title, artist: lineText, picture: video.thumbnail_url },
  });
  const announced = [
    `${t('playerSettings.speed')}: ${settings.speed.toLocaleString(i18n.language)}×`,
    t(textsHidden ? 'practice.textHidden' : 'practice.textShown'),
    t(`practice.ways.${way.name}`),
    lineText,
  ];
  const tools = (
    <>
      <LinesButton lines={lines} />
      <ActionIcon
        variant="quiet"
        aria-label={t(textsHidden ? 'practice.showTexts' : 'practice.hideTexts')}
        title={t(textsHidden ? 'practice.showTexts' : 'practice.hideTexts')}
        onClick={toggleTexts}
      >
        {textsHidden ? <IconEyeOff aria-hidden /> : <IconEye aria-hidden />}
      </ActionIcon>
      <TranslationControl
        material={material}
        onChoose={(target) => {
          if (target) material.choose(target);
          change({ translation_language: target?.language ?? null });
        }}
      />
      <ActionIcon
        variant="quiet"
        aria-label={t('practice.keys')}
        title={t('practice.keys')}
        onClick={keysDialog.open}
        visibleFrom="sm"
      >
        <IconKeyboard aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="quiet"
        aria-label={t('practice.settings')}
        title={t('practice.settings')}
        onClick={settingsDrawer.open}
      >
        <IconAdjustmentsHorizontal aria-hidden />
      </ActionIcon>
      <FullScreenButton />
    </>
  );

  return (
    <PlayerFrame
      title={video.title}
      language={video.original_language}
      note={<TranslationNote {...material} />}
      tools={tools}
    >
      <div
        className={classes.player}
        data-panels={settings.panels}
        data-source={video.youtube_id ? 'youtube' : 'hosted'}
      >
        <div className={classes.scene}>
          <MediaFrame
            key={attempt}
            video={video}
            attach={attach}
            isBlocked={phase.name === 'blocked'}
            isWaiting={isWaiting}
            hasFailed={failure !== null}
            onTap={() => player?.playSegment()}
          />
          {failure !== null ? (
            <PlayerError code={failure} />
          ) : (
            <SegmentPanel
              segment={session.segments[snapshot.index]}
              snapshot={snapshot}
              settings={settings}
              languages={languages}
              textsHidden={textsHidden}
              isSlow={waiting === 'long'}
              turn={turn}
              way={<WayControl way={way.name} onChoose={chooseWay} />}
              part={
                <TurnSlot
                  player={player}
                  snapshot={snapshot}
                  video={video}
                  session={session}
                  way={way}
                  volume={volume.volume.isMuted ? 0 : volume.volume.level}
                  showsText={!textsHidden && (settings.original === 'show' || settings.original_until_turn)}
                  onControls={setTurn}
                  onCheckMicrophone={checkMicrophone}
                />
              }
              end={
                isOver(snapshot) && (
                  <InlinePart>
                    <ClipEnd
                      video={video}
                      tally={tally}
                      waiting={linesWaiting({ snapshot, segments: session.segments, practised, tally })}
                      onStartAgain={startAgain}
                      onGoTo={leaveEnd}
                    />
                  </InlinePart>
                )
              }
            />
          )}
        </div>
        <div className={classes.controls}>
          <SegmentSlider
            player={player}
            snapshot={snapshot}
            segments={session.segments}
            practised={practised}
            hidesText={textsHidden || practiceSettings.original !== 'show'}
          />
          <PlayerControls
            player={player}
            snapshot={snapshot}
            settings={settings}
            finish={turn?.finish ?? null}
            retry={retry}
            isWaiting={isWaiting}
            volume={volume}
            onSpeed={(speed) => change({ speed })}
          />
        </div>
        <Lines
          lines={lines}
          videoId={video.id}
          session={session}
          segments={session.segments}
          index={snapshot.index}
          practised={practised}
          languages={languages}
          onChoose={(index) => player?.select(index)}
        />
      </div>
      <Announcer sentences={announced} />
      <OnDemand isOpen={settingsOpen} onOpen={settingsDrawer.open} onClose={settingsDrawer.close}>
        <PlayerSettingsDrawer
          opened={settingsOpen}
          onClose={settingsDrawer.close}
          account={account}
          startsAtMicrophone={startsAtMicrophone}
          onMicrophone={() => {
            player?.stop();
            turn?.end();
          }}
          settings={{ ...own, listen_through: practiceSettings.listen_through }}
          onChange={(changes) => {
            const { listen_through } = changes;
            change(
              listen_through === undefined
                ? changes
                : { ...changes, ...withWay(own, video.id, listen_through ? 'listen' : 'say') },
            );
          }}
        />
      </OnDemand>
      <OnDemand isOpen={keysOpen} onOpen={keysDialog.open} onClose={keysDialog.close}>
        {keysOpen && <PlayerKeysDialog isOn={settings.keys} onClose={keysDialog.close} />}
      </OnDemand>
    </PlayerFrame>
  );
}
