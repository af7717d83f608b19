import { Button, Collapse, Text } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { IconPlayerPause } from '@tabler/icons-react';
import { Fragment, useId } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { MediaFailureAlert } from '../../../../media/media-failure-alert.tsx';
import { MediaPicture } from '../../../../media/media-picture.tsx';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { ToolButton } from '../../../../ui/commands/tool-button.tsx';
import { commandsWithButtonIn } from '../commands.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import { findSegmentAt } from '../model/timeline.ts';
import { useEditorState, useRow } from '../use-editor-state.ts';
import type { SideVideo } from './use-side-video.ts';
import classes from './video-panel.module.css';

/** Panel with the video, both texts of the segment that is playing, and the controls for setting times. */
export function VideoPanel({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const { sideVideo, commands } = useSession();
  const panelId = useId();
  const { player, attach, renewUrl, isPlaying, failure, isOpen, toggle } = sideVideo;
  const rate = usePlayback(player, (playback) => playback.rate);
  const hasMedia = video.youtube_id !== null || video.media_url !== null;

  return (
    <aside className={classes.panel} aria-label={t('editorVideo.title')} data-open={isOpen || undefined}>
      <Button
        className={classes.toggle}
        variant="default"
        fullWidth
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        {t(isOpen ? 'editorVideo.hide' : 'editorVideo.show')}
      </Button>
      <Collapse expanded={isOpen} id={panelId}>
        {!hasMedia && <Text c="dimmed">{t('editorVideo.none')}</Text>}
        {hasMedia && isOpen && (
          <div className={classes.content}>
            <div className={classes.video} data-source={video.youtube_id === null ? 'hosted' : 'youtube'}>
              <div className={classes.picture}>
                <MediaPicture video={video} attach={attach} renewUrl={renewUrl} />
              </div>
              <SubtitleOverlay player={player} />
            </div>
            <MediaFailureAlert failure={failure} />
            <div className={classes.tools} role="toolbar" aria-label={t('editorTiming.tools')}>
              {commandsWithButtonIn('video').map((command) => (
                <Fragment key={command.id}>
                  {command.id === 'tenthBack' && <span className={classes.newLine} />}
                  {command.id === 'faster' && <span className={classes.rate}>{rate}×</span>}
                  <ToolButton
                    name={t(command.id === 'togglePlay' && isPlaying ? 'editorTiming.pause' : command.name)}
                    size={36}
                    Icon={command.id === 'togglePlay' && isPlaying ? IconPlayerPause : command.Icon}
                    onClick={() => commands.run(command.id)}
                  />
                </Fragment>
              ))}
            </div>
            <CurrentTimes />
          </div>
        )}
      </Collapse>
    </aside>
  );
}

/** Times of the current row. A separate component, so that typing in the row doesn't render the buttons again. */
function CurrentTimes() {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const { currentId } = useSession();
  const row = useRow(editor, currentId);
  return (
    <p className={classes.times} dir={row ? 'ltr' : undefined}>
      {row ? `${row.value.start_time} – ${row.value.end_time}` : t('editorVideo.chooseSegment')}
    </p>
  );
}

/** Both texts of the segment that is playing. */
function SubtitleOverlay({ player }: Pick<SideVideo, 'player'>) {
  const { editor, languages } = useEditorDocument();
  const position = usePlayback(player, (playback) => playback.position);
  const id = useEditorState(editor, (state) => findSegmentAt(state, position));
  const segment = useRow(editor, id)?.value;
  return (
    <div className={classes.subtitles}>
      {segment && (
        <>
          <p dir="auto" lang={languages.original}>
            {segment.text_original}
          </p>
          <p dir="auto" lang={languages.target}>
            {segment.text_target}
          </p>
        </>
      )}
    </div>
  );
}
