import { Button, Collapse, Group, Text } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useEffect, useId, useImperativeHandle, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { MediaPicture } from '../../../../media/media-picture.tsx';
import { InlinePart, lazyPart, usePreload } from '../../../../ui/lazy-part.tsx';
import type { Segment } from '../model/draft.ts';
import type { Editor } from '../model/editor.ts';
import { movedEdge, timesOf } from '../model/times.ts';
import { useRow } from '../use-editor.ts';
import { useVideoPlayer } from './use-video-player.ts';
import classes from './video-panel.module.css';

const Waveform = lazyPart(() => import('./waveform.tsx'), 'Waveform');
const PARTS = [Waveform];

export type VideoHandle = { play: (segment: Segment) => void };

type Props = {
  editor: Editor;
  video: videos.Video;
  /** The row that has the focus, or had it last. */
  currentId: number | null;
  isOpen: boolean;
  onToggle: () => void;
  /** An edge of a row was moved in the waveform. */
  onMoved: (id: number) => void;
  ref: Ref<VideoHandle>;
};

/** The video beside the table: plays the current row in place, and shows its sound with the edges to drag. */
export function VideoPanel({ editor, video, currentId, isOpen, onToggle, onMoved, ref }: Props) {
  const { t } = useTranslation();
  usePreload(PARTS);
  const panelId = useId();
  const row = useRow(editor, currentId);
  const hasMedia = video.youtube_id !== null || video.media_url !== null;
  const { player, element, attach, renewUrl, play, isPlaying, hasFailed } = useVideoPlayer(video.id);
  const [requested, setRequested] = useState<Segment | null>(null);

  useImperativeHandle(ref, () => ({ play: setRequested }));
  useEffect(() => {
    if (!requested || !player) return;
    setRequested(null);
    play(requested);
  }, [requested, player, play]);

  return (
    <aside className={classes.panel} aria-label={t('editorVideo.title')} data-open={isOpen || undefined}>
      <Button
        className={classes.toggle}
        variant="default"
        mih={44}
        fullWidth
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={onToggle}
      >
        {t(isOpen ? 'editorVideo.hide' : 'editorVideo.show')}
      </Button>
      <Collapse expanded={isOpen} id={panelId}>
        {!hasMedia && <Text c="dimmed">{t('editorVideo.none')}</Text>}
        {hasMedia && isOpen && (
          <>
            <div className={classes.picture}>
              <MediaPicture video={video} attach={attach} renewUrl={renewUrl} />
            </div>
            {hasFailed && <Text c="var(--error)">{t('editorVideo.failed')}</Text>}
            {row && element && (
              <InlinePart fallback={<div className={classes.wave} />}>
                <Waveform
                  video={video}
                  element={element}
                  times={timesOf(row.value)}
                  onMove={(edge, to) => {
                    editor.fill(row.value.id, movedEdge(row.value, edge, to));
                    onMoved(row.value.id);
                  }}
                />
              </InlinePart>
            )}
            {row ? (
              <Group gap="xs" mt="xs" justify="space-between">
                <Button
                  mih={44}
                  variant="light"
                  leftSection={
                    isPlaying ? (
                      <IconPlayerStop size={18} aria-hidden />
                    ) : (
                      <IconPlayerPlay size={18} aria-hidden />
                    )
                  }
                  onClick={() => (isPlaying ? player?.pause() : play(row.value))}
                >
                  {t(isPlaying ? 'editorVideo.stop' : 'editorVideo.playHere')}
                </Button>
                <span className={classes.times} dir="ltr">
                  {row.value.start_time} – {row.value.end_time}
                </span>
              </Group>
            ) : (
              <Text c="dimmed" size="sm" mt="xs">
                {t('editorVideo.chooseSegment')}
              </Text>
            )}
          </>
        )}
      </Collapse>
    </aside>
  );
}
