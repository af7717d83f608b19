import { IconPhoto, IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { thumbnailAddress } from './thumbnail-address.ts';
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

/** Number of hues in the style sheet. */
const HUES = 6;

/** For a missing thumbnail YouTube sends a grey picture of this width. */
const YOUTUBE_FALLBACK_WIDTH = 120;

/** A video's picture, decorative beside its title; a coloured tile with its title if there is none or it can't be loaded. */
export function VideoThumbnail({ video }: Props) {
  const [failed, setFailed] = useState(false);
  const address = thumbnailAddress(video);
  if (!address || failed) {
    const { id = 0, title, media_type } = video;
    const Icon = media_type?.startsWith('audio/') ? IconVolume : IconPhoto;
    return (
      <div className={classes.fallback} data-hue={id % HUES} data-testid="thumbnail-fallback" aria-hidden>
        {title ? <span dir="auto">{title}</span> : <Icon size={40} stroke={1.25} />}
      </div>
    );
  }
  return (
    <img
      className={classes.picture}
      src={address}
      alt=""
      width={320}
      height={180}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      onLoad={({ currentTarget }) => {
        if (video.youtube_id && currentTarget.naturalWidth <= YOUTUBE_FALLBACK_WIDTH) setFailed(true);
      }}
    />
  );
}
