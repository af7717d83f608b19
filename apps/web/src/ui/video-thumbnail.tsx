import { IconPhoto, IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { thumbnailUrl } from './thumbnail-url.ts';
import classes from './video-thumbnail.module.css';

type Props = {
  video: {
    id?: number;
    title?: string;
    youtube_id: string | null;
    thumbnail_url: string | null;
    media_type: string | null;
  };
};

/** Number of hues in the stylesheet. */
const HUE_COUNT = 6;

/** Width of the grey picture that YouTube sends for a missing thumbnail. */
const YOUTUBE_FALLBACK_WIDTH = 120;

/** A video's thumbnail, or a coloured tile with its title if there is none or it fails to load. Decorative, next to the title. */
export function VideoThumbnail({ video }: Props) {
  const [hasFailed, setHasFailed] = useState(false);
  const url = thumbnailUrl(video);
  if (!url || hasFailed) {
    const { id = 0, title, media_type } = video;
    const Icon = media_type?.startsWith('audio/') ? IconVolume : IconPhoto;
    return (
      <div
        className={classes.fallback}
        data-hue={id % HUE_COUNT}
        data-testid="thumbnail-fallback"
        aria-hidden
      >
        {title ? <span dir="auto">{title}</span> : <Icon size={40} stroke={1.25} />}
      </div>
    );
  }
  return (
    <img
      className={classes.picture}
      src={url}
      alt=""
      width={320}
      height={180}
      loading="lazy"
      decoding="async"
      onError={() => setHasFailed(true)}
      onLoad={({ currentTarget }) => {
        if (video.youtube_id && currentTarget.naturalWidth <= YOUTUBE_FALLBACK_WIDTH) setHasFailed(true);
      }}
    />
  );
}
