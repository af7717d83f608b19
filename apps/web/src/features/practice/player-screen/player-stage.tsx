import type { PlayerSettings, videos } from '@sayback/contract';
import type { ComponentProps, ReactNode } from 'react';
import { SegmentPanel } from '../turn/panel/segment-panel.tsx';
import type { TaskProps } from '../turn/task-props.ts';
import { MediaFrame } from './media-frame.tsx';
import { PlayerControls } from './player-controls.tsx';
import { PlayerError } from './player-error.tsx';
import classes from './player-stage.module.css';
import { SettingsOnDemand, type useSettingsDrawer } from './settings-on-demand.tsx';
import { TurnSlot } from './turn-slot.tsx';
import type { usePlayback } from './use-playback.ts';

type Panel = ComponentProps<typeof SegmentPanel>;

type Props = Pick<Panel, 'segment' | 'languages' | 'textsHidden' | 'mode' | 'end'> & {
  video: videos.Video;
  playback: ReturnType<typeof usePlayback>;
  /** The line's index, and the number of lines. */
  line: { index: number; count: number };
  task: Pick<TaskProps, 'session' | 'mode' | 'showsText' | 'answer'>;
  position: ReactNode;
  settingsDrawer: ReturnType<typeof useSettingsDrawer>;
  /** The learner's settings without those of the mode, for the drawer. */
  settings: PlayerSettings;
  onChange: (changes: Partial<PlayerSettings>) => void;
  children?: ReactNode;
};

/** The video, the line's texts and task, the controls and their settings. */
export function PlayerStage(props: Props) {
  const {
    video,
    playback,
    line,
    task,
    position,
    settingsDrawer,
    settings: learnerSettings,
    onChange,
    children,
    ...panel
  } = props;
  const { player, snapshot, turn, settings, volume, failure } = playback;
  return (
    <>
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
            isBlocked={snapshot.phase.name === 'blocked'}
            isWaiting={playback.isWaiting}
            hasFailed={failure !== null}
            onTap={() => player?.playSegment()}
          />
          {failure !== null ? (
            <PlayerError code={failure} />
          ) : (
            <SegmentPanel
              {...panel}
              snapshot={{ ...snapshot, ...line }}
              settings={settings}
              isSlow={playback.isSlow}
              turn={turn}
              part={
                <TurnSlot
                  player={player}
                  snapshot={snapshot}
                  video={video}
                  volume={volume.volume.isMuted ? 0 : volume.volume.level}
                  onControls={playback.setTurn}
                  onCheckMicrophone={settingsDrawer.checkMicrophone}
                  {...task}
                />
              }
            />
          )}
        </div>
        <div className={classes.controls}>
          {position}
          <PlayerControls
            {...playback}
            finish={turn?.finish ?? null}
            replay={turn?.replay}
            onSpeed={(speed) => onChange({ speed })}
          />
        </div>
        {children}
      </div>
      <SettingsOnDemand
        drawer={settingsDrawer}
        player={player}
        turn={turn}
        settings={learnerSettings}
        onChange={onChange}
      />
    </>
  );
}
