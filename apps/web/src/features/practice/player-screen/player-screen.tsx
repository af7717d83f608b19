import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useChangePreferences } from '../../../api/preferences.ts';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { focusContent } from '../../../ui/focus/focus-content.ts';
import { InlinePart, lazyPart, OnDemand, usePreload } from '../../../ui/lazy-part.tsx';
import type { StarHandle } from '../memory/star-control.tsx';
import { isBusy } from '../player/practice-state.ts';
import { usePractised } from '../practised-lines.ts';
import { TranslationNote } from '../translation-note.tsx';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { positionOfLine, useBuildUp } from '../ways/use-build-up.ts';
import { isWritten, WAYS, type WayName, wayOf, withWay } from '../ways/ways.ts';
import { Announcer } from './announcer.tsx';
import { useMediaSession } from './device/use-media-session.ts';
import { useWakeLock } from './device/use-wake-lock.ts';
import { LINE_PARTS, Lines, LinesButton, useLines } from './lines/lines.tsx';
import { MediaFrame } from './media-frame.tsx';
import { MENUS, MoreControl, TranslationControl, WayControl } from './menus/lazy-menus.tsx';
import { changedSpeed } from './menus/speed.ts';
import { PlayerControls } from './player-controls.tsx';
import { PlayerError } from './player-error.tsx';
import { PlayerFrame } from './player-frame.tsx';
import classes from './player-screen.module.css';
import { useSaveProgress } from './save-progress.ts';
import { SegmentPanel } from './segment-panel.tsx';
import { SegmentSlider } from './segment-slider.tsx';
import { PlayerSettingsDrawer, SettingsOnDemand, useSettingsDrawer } from './settings-on-demand.tsx';
import { isOver, linesWaiting, useTally } from './sitting.ts';
import { StarSlot } from './star-slot.tsx';
import { TURN_PARTS, TurnSlot } from './turn-slot.tsx';
import { usePlayback } from './use-playback.ts';
import { usePlayerKeys } from './use-player-keys.ts';

// Not needed at first.
const ClipEnd = lazyPart(() => import('./clip-end.tsx'), 'ClipEnd');
const PlayerKeysDialog = lazyPart(async () => {
  await loadTurnWording();
  return import('./menus/keys-dialog.tsx');
}, 'PlayerKeysDialog');
const PARTS = [...TURN_PARTS, ClipEnd, ...MENUS, ...LINE_PARTS, PlayerSettingsDrawer, PlayerKeysDialog];

/** The player: the video, the segment's texts below it, and the controls within reach of the thumb. */
export function PlayerScreen({ material }: { material: PracticeMaterial }) {
  const { t, i18n } = useTranslation();
  const { video, target, session: whole, settings: own } = material;
  const way = wayOf(own, video.id);
  const { built: session, setLine } = useBuildUp(whole, video, way.inParts === true);
  const playback = usePlayback(session, own, way);
  const { player, snapshot, turn, practiceSettings, settings, volume, isWaiting, failure, retry } = playback;
  const { phase } = snapshot;
  const changePreferences = useChangePreferences({
    onQueued: () => toast.note(t('app.savedLater')),
    onRefused: () => toast.failure(t('playerSettings.saveFailed')),
  });
  const change = (player: Partial<typeof own>) => changePreferences({ player });
  const chooseWay = (name: WayName) =>
    changePreferences(({ player }) => ({ player: withWay(player, video.id, name) }));
  const [textsHidden, { toggle: toggleTexts }] = useDisclosure();
  const settingsDrawer = useSettingsDrawer();
  /** Input that opened the list of keys. */
  const [keysBy, setKeysBy] = useState<'key' | 'menu' | null>(null);
  const more = useRef<HTMLButtonElement>(null);
  const star = useRef<StarHandle>(null);

  usePreload(PARTS);
  const lines = useLines(practiceSettings.original !== 'show');
  const practised = usePractised(video.id, session);
  const practisedLines = usePractised(video.id, whole);
  const segment = session.segments[snapshot.index];
  const lineIndex = segment?.part?.line ?? snapshot.index;
  useEffect(() => setLine(lineIndex), [setLine, lineIndex]);
  const languages = {
    original: video.original_language,
    target: material.isTranslated ? target.language : null,
  };

  useSaveProgress(video.id, whole, lineIndex);
  const { tally, reset } = useTally(snapshot, whole.segments[lineIndex]?.start ?? 0);
  usePlayerKeys({
    player,
    snapshot,
    turn,
    retry,
    enabled: settings.keys,
    isWritten: isWritten(way),
    onSpeedSteps: (steps) =>
      changePreferences((current) => ({ player: { speed: changedSpeed(current.player.speed, steps) } })),
    onToggleTexts: toggleTexts,
    onToggleMute: volume.toggleMute,
    onShowKeys: () => setKeysBy('key'),
    onStar: () => star.current?.toggle(),
    onWay: (number) => {
      if (turn?.choose) return turn.choose(number);
      const chosen = WAYS[number - 1];
      if (chosen) chooseWay(chosen.name);
    },
  });

  // The last line is said or written before the end is shown.
  const isEnd = isOver(snapshot) && (way.settings.original !== 'hide' || turn === null || turn.isDone);

  function leaveEnd(index: number) {
    player?.select(index);
    // The button that was pressed disappears.
    focusContent();
  }

  function startAgain() {
    reset();
    leaveEnd(0);
  }

  const lineText = t('practice.position', { number: lineIndex + 1, count: whole.segments.length });
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
      <TranslationControl
        material={material}
        onChoose={(target) => {
          if (target) material.choose(target);
          change({ translation_language: target?.language ?? null });
        }}
      />
      <ActionIcon
        variant="quiet"
        aria-label={t('practice.settings')}
        title={t('practice.settings')}
        onClick={settingsDrawer.open}
      >
        <IconAdjustmentsHorizontal aria-hidden />
      </ActionIcon>
      <MoreControl
        textsHidden={textsHidden}
        buttonRef={more}
        onToggleTexts={toggleTexts}
        onShowKeys={() => setKeysBy('menu')}
      />
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
            key={playback.attempt}
            video={video}
            attach={playback.attach}
            isBlocked={phase.name === 'blocked'}
            isWaiting={isWaiting}
            hasFailed={failure !== null}
            onTap={() => player?.playSegment()}
          />
          {failure !== null ? (
            <PlayerError code={failure} />
          ) : (
            <SegmentPanel
              segment={segment}
              snapshot={{ ...snapshot, index: lineIndex, count: whole.segments.length }}
              settings={settings}
              languages={languages}
              textsHidden={textsHidden}
              isSlow={playback.isSlow}
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
                  onControls={playback.setTurn}
                  onCheckMicrophone={settingsDrawer.checkMicrophone}
                />
              }
              end={
                turn?.below ??
                (isEnd && (
                  <InlinePart>
                    <ClipEnd
                      video={video}
                      tally={tally}
                      waiting={linesWaiting({
                        snapshot: { ...snapshot, index: lineIndex },
                        segments: whole.segments,
                        practised: practisedLines,
                        tally,
                      })}
                      onStartAgain={startAgain}
                      onGoTo={(line) => leaveEnd(positionOfLine(session, line))}
                    />
                  </InlinePart>
                ))
              }
            />
          )}
        </div>
        <div className={classes.controls}>
          <div className={classes.position}>
            <SegmentSlider
              player={player}
              snapshot={snapshot}
              segments={session.segments}
              practised={practised}
              hidesText={textsHidden || practiceSettings.original !== 'show'}
            />
            <StarSlot ref={star} phase={phase} videoId={video.id} session={whole} line={lineIndex} />
          </div>
          <PlayerControls
            player={player}
            snapshot={snapshot}
            settings={settings}
            finish={turn?.finish ?? null}
            hearAgain={turn?.hearAgain}
            retry={retry}
            isWaiting={isWaiting}
            volume={volume}
            onSpeed={(speed) => change({ speed })}
          />
        </div>
        <Lines
          lines={lines}
          videoId={video.id}
          session={whole}
          segments={whole.segments}
          index={lineIndex}
          practised={practisedLines}
          languages={languages}
          onChoose={(line) => player?.select(positionOfLine(session, line))}
        />
      </div>
      <Announcer sentences={announced} />
      <SettingsOnDemand
        drawer={settingsDrawer}
        player={player}
        turn={turn}
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
      <OnDemand isOpen={keysBy !== null} onOpen={() => setKeysBy('key')} onClose={() => setKeysBy(null)}>
        {keysBy && (
          <PlayerKeysDialog
            isOn={settings.keys}
            returnFocusTo={keysBy === 'menu' ? more : undefined}
            onClose={() => setKeysBy(null)}
          />
        )}
      </OnDemand>
    </PlayerFrame>
  );
}
