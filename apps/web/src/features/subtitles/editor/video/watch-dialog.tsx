import { Button, Group, Text } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { MediaFailureAlert } from '../../../../media/media-failure-alert.tsx';
import { MediaPicture } from '../../../../media/media-picture.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import type { Languages } from '../model/split.ts';
import { parseTimes } from '../model/times.ts';
import type { Segment } from '../model/unsaved.ts';
import { useVideoPlayer } from './use-video-player.ts';
import classes from './watch-dialog.module.css';

type Props = { video: videos.Video; segment: Segment; languages: Languages; onClose: () => void };

/** Dialog that plays a segment, with both of its texts. */
export function WatchDialog({ video, segment, languages, onClose }: Props) {
  const { t } = useTranslation();
  const { player, attach, renewUrl, play, isPlaying, failure } = useVideoPlayer(video.id);
  const hasMedia = video.youtube_id !== null || video.media_url !== null;

  const { start_time, end_time } = segment;
  useEffect(() => {
    if (player) play({ start_time, end_time });
  }, [player, play, start_time, end_time]);

  return (
    <Dialog size="xl" title={t('editorVideo.watch')} onClose={onClose}>
      {hasMedia ? (
        <div className={classes.picture} data-source={video.youtube_id === null ? 'hosted' : 'youtube'}>
          <MediaPicture video={video} attach={attach} renewUrl={renewUrl} />
        </div>
      ) : (
        <Text c="dimmed">{t('editorVideo.none')}</Text>
      )}
      <MediaFailureAlert failure={failure} />
      <p className={classes.original} dir="auto" lang={languages.original}>
        {segment.text_original}
      </p>
      <p className={classes.target} dir="auto" lang={languages.target}>
        {segment.text_target}
      </p>
      <Group justify="space-between">
        <Text c="dimmed" size="sm" dir="ltr">
          {segment.start_time} – {segment.end_time}
        </Text>
        <Button
          disabled={!hasMedia || !parseTimes(segment)}
          leftSection={
            isPlaying ? <IconPlayerStop size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />
          }
          onClick={() => {
            if (isPlaying) player?.pause();
            else play(segment);
          }}
        >
          {t(isPlaying ? 'app.stop' : 'editor.play')}
        </Button>
      </Group>
    </Dialog>
  );
}
