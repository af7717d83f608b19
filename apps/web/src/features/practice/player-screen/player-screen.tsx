import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import type { MarksHandle } from '../memory/mark-controls.tsx';
import { TranslationNote } from '../translation-note.tsx';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { Announcer } from './announcer.tsx';
import { useMediaSession } from './device/use-media-session.ts';
import { Lines, LinesButton, useLines } from './lines/lines.tsx';
import { ModeControl, MoreControl, TranslationControl } from './menus/lazy-menus.tsx';
import { PlayerKeys, useKeysDialog } from './menus/player-keys.tsx';
import { PlayerFrame } from './player-frame.tsx';
import { PlayerPosition } from './player-position.tsx';
import { PlayerStage } from './player-stage.tsx';
import { usePreloadParts } from './preload-parts.ts';
import { SettingsButton, useSettingsDrawer } from './settings-on-demand.tsx';
import { useClipEnd } from './use-clip-end.tsx';
import { usePlayerKeys } from './use-player-keys.ts';
import { usePractice } from './use-practice.ts';

/** The player: the video, the line's texts, and the controls. */
export function PlayerScreen({ material }: { material: PracticeMaterial }) {
  const { t, i18n } = useTranslation();
  const { video, target, session: fullSession } = material;
  const practice = usePractice(material);
  const { playback, mode, line } = practice;
  const { player, snapshot, turn, practiceSettings, settings } = playback;
  const [textsHidden, { toggle: toggleTexts }] = useDisclosure();
  const settingsDrawer = useSettingsDrawer();
  const keysDialog = useKeysDialog();
  const moreButton = useRef<HTMLButtonElement>(null);
  const marks = useRef<MarksHandle>(null);

  usePreloadParts();
  const lines = useLines(practiceSettings.original !== 'show');
  const end = useClipEnd(material, practice);
  const languages = {
    original: video.original_language,
    target: material.isTranslated ? target.language : null,
  };
  usePlayerKeys({
    ...playback,
    isEnabled: settings.keys,
    onToggleTexts: toggleTexts,
    onShowKeys: () => keysDialog.open('key'),
    onMark: (mark) => marks.current?.toggle(mark),
    onMode: practice.chooseNumber,
  });

  const lineText = t('practice.position', { number: line + 1, count: fullSession.segments.length });
  useMediaSession({
    player,
    snapshot,
    turn,
    metadata: { title: video.title, artist: lineText, picture: video.thumbnail_url },
  });
  const sentences = [
    `${t('playerSettings.speed')}: ${settings.speed.toLocaleString(i18n.language)}×`,
    t(textsHidden ? 'practice.textHidden' : 'practice.textShown'),
    t(`practice.modes.${mode.name}`),
    lineText,
  ];
  const tools = (
    <>
      <LinesButton lines={lines} />
      <TranslationControl
        material={material}
        onChoose={(target) => {
          if (target) material.choose(target);
          practice.changeSettings({ translation_language: target?.language ?? null });
        }}
      />
      <SettingsButton drawer={settingsDrawer} />
      <MoreControl
        textsHidden={textsHidden}
        buttonRef={moreButton}
        onToggleTexts={toggleTexts}
        onShowKeys={() => keysDialog.open('menu')}
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
      <PlayerStage
        video={video}
        playback={playback}
        segment={practice.segment}
        line={{ index: line, count: fullSession.segments.length }}
        languages={languages}
        textsHidden={textsHidden}
        mode={<ModeControl mode={mode.name} onChoose={practice.chooseMode} />}
        task={{
          session: practice.session,
          mode,
          showsText: !textsHidden && (settings.original === 'show' || settings.original_until_turn),
        }}
        end={turn?.belowLine ?? end}
        position={
          <PlayerPosition
            material={material}
            practice={practice}
            hidesText={textsHidden || practiceSettings.original !== 'show'}
            marks={marks}
          />
        }
        settingsDrawer={settingsDrawer}
        settings={practice.settings}
        onChange={practice.changeSettings}
      >
        <Lines
          lines={lines}
          videoId={video.id}
          session={fullSession}
          segments={fullSession.segments}
          index={line}
          languages={languages}
          onChoose={practice.goTo}
        />
      </PlayerStage>
      <Announcer sentences={sentences} />
      <PlayerKeys dialog={keysDialog} isOn={settings.keys} menuButton={moreButton} />
    </PlayerFrame>
  );
}
