import { Box, Loader } from '@mantine/core';
import { videos } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, type SyntheticEvent, useCallback, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import type { Media } from '../../../media/media.ts';
import { MediaPicture, PicturePlaceholder } from '../../../media/media-picture.tsx';
import classes from './media-frame.module.css';

type Props = {
  video: videos.Video;
  /** Takes over the medium; returns a function that detaches it. */
  attach: (media: Media) => () => void;
  isBlocked: boolean;
  isWaiting: boolean;
  hasFailed: boolean;
  onTap: () => void;
};

/** A hosted file or YouTube's player, under a layer that blocks clicks, unless the player needs one. */
export function MediaFrame({ video, attach, isBlocked, isWaiting, hasFailed, onTap }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const renewUrl = useCallback(async () => {
    const query = queryFor(videos.getVideo, { params: { id: video.id } }, { staleTime: 0 });
    return (await client.fetchQuery(query)).media_url ?? '';
  }, [client, video.id]);
  const isYouTube = video.youtube_id !== null;
  const [shape, setShape] = useState<number>();
  const updateShape = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLVideoElement && target.videoHeight > 0)
      setShape(target.videoWidth / target.videoHeight);
  };
  return (
    <div
      className={classes.frame}
      style={{ '--shape': shape } as CSSProperties}
      data-source={isYouTube ? 'youtube' : 'hosted'}
      onLoadedMetadataCapture={updateShape}
    >
      <MediaPicture video={video} attach={attach} renewUrl={renewUrl} />
      {hasFailed && (
        <div className={classes.failed}>
          <PicturePlaceholder video={video} />
        </div>
      )}
      {!isBlocked && <Box pos="absolute" inset={0} data-testid="click-shield" />}
      {/* YouTube's terms forbid covering its player. */}
      {isWaiting && !isYouTube && <Loader className={classes.wait} color="white" size="lg" aria-hidden />}
      {isBlocked && !isYouTube && (
        <button type="button" className={classes.tap} onClick={onTap}>
          {t('practice.tapToStart')}
        </button>
      )}
    </div>
  );
}
