import { Button, Collapse, Text } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { IconPlayerPause } from '@tabler/icons-react';
import { Fragment, useId } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { MediaFault } from '../../../../media/media-fault.tsx';
import { MediaPicture } from '../../../../media/media-picture.tsx';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { ToolButton } from '../../../../ui/commands/tool-button.tsx';
import { commandsIn, type EditorCommands } from '../commands.ts';
import type { Editor } from '../model/editor.ts';
import type { Languages } from '../model/split.ts';
import { segmentAt } from '../model/timeline.ts';
import { useEditorState, useRow } from '../use-editor.ts';
import type { SideVideo } from './use-side-video.ts';
import classes from './video-panel.module.css';

type Props = {
  editor: Editor;
  video: videos.Video;
  languages: Languages;
  commands: EditorCommands;
  sideVideo: SideVideo;
  /** The row that has the focus, or had it last. */
  currentId: number | null;
};

/** The video beside the table, with both texts of what is heard, and what sets times by it. */
export function VideoPanel({ editor, video, languages, commands, sideVideo, currentId }: Props) {
  const { t } = useTranslation();
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
          <>
            <div className={classes.video} data-source={video.youtube_id === null ? 'hosted' : 'youtube'}>
              <div className={classes.picture}>
                <MediaPicture video={video} attach={attach} renewUrl={renewUrl} />
              </div>
              <Lines {...{ editor, languages, player }} />
            </div>
            <MediaFault failure={failure} />
            <div className={classes.tools} role="toolbar" aria-label={t('editorTiming.tools')}>
              {commandsIn('video').map((command) => (
                <Fragment key={command.id}>
                  {command.id === 'tenthBack' && <span className={classes.newLine} />}
                  {command.id === 'faster' && <span className={classes.rate}>{rate}×</span>}
                  <ToolButton
                    name={t(command.id === 'playOn' && isPlaying ? 'editorTiming.pause' : command.name)}
                    size={36}
                    Icon={command.id === 'playOn' && isPlaying ? IconPlayerPause : command.Icon}
                    onClick={() => commands.run(command.id)}
                  />
                </Fragment>
              ))}
            </div>
            <Times {...{ editor, currentId }} />
          </>
        )}
      </Collapse>
    </aside>
  );
}

/** By itself: no key in the row draws the buttons again. */
function Times({ editor, currentId }: Pick<Props, 'editor' | 'currentId'>) {
  const { t } = useTranslation();
  const row = useRow(editor, currentId);
  return (
    <p className={classes.times} dir={row ? 'ltr' : undefined}>
      {row ? `${row.value.start_time} – ${row.value.end_time}` : t('editorVideo.chooseSegment')}
    </p>
  );
}

type LinesProps = { editor: Editor; languages: Languages; player: SideVideo['player'] };

/** Both texts of the segment that the video is in. */
function Lines({ editor, languages, player }: LinesProps) {
  const position = usePlayback(player, (playback) => playback.position);
  const id = useEditorState(editor, (state) => segmentAt(state, position));
  const segment = useRow(editor, id)?.value;
  return (
    <div className={classes.lines}>
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
