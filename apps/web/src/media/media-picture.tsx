import type { videos } from '@sayback/contract';
import { IconVolume } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { createHtmlMedia } from './html-media.ts';
import type { Media } from './media.ts';
import classes from './media-picture.module.css';
import { createYouTubeMedia } from './youtube-media.ts';

type Source = Pick<videos.Video, 'youtube_id' | 'media_url' | 'media_type' | 'thumbnail_url'>;

type Props = {
  video: Source;
  /** Takes over the medium, and its element if hosted. Returns a function that releases it. Must be referentially stable. */
  attach: (media: Media, element?: HTMLMediaElement) => () => void;
  /** Returns a fresh signed URL of the same file, once the one in `video` has expired. Must be referentially stable. */
  renewUrl: () => Promise<string>;
};

const isAudio = ({ media_type }: Source) => media_type?.startsWith('audio/') ?? false;

/** Replaces the picture of media without video. */
const AudioCover = () => (
  <div className={classes.sound}>
    <IconVolume size={72} stroke={1} aria-hidden />
  </div>
);

function HostedPicture({ video, attach, renewUrl }: Props) {
  const element = useRef<HTMLVideoElement>(null);
  const initialUrl = useRef(video.media_url);

  useEffect(() => {
    if (!element.current) return;
    return attach(createHtmlMedia(element.current, { renewUrl }), element.current);
  }, [attach, renewUrl]);

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the captions are the segments, shown as text next to it. */}
      <video
        ref={element}
        className={classes.video}
        src={initialUrl.current ?? undefined}
        poster={video.thumbnail_url ?? undefined}
        playsInline
        preload="auto"
        tabIndex={-1}
        data-testid="media"
      />
      {isAudio(video) && <AudioCover />}
    </>
  );
}

function YouTubePicture({ video, attach }: Omit<Props, 'renewUrl'>) {
  const container = useRef<HTMLDivElement>(null);
  const videoId = video.youtube_id;
  useEffect(() => {
    if (!container.current || !videoId) return;
    return attach(createYouTubeMedia({ container: container.current, videoId }));
  }, [attach, videoId]);
  return <div ref={container} className={classes.youtube} />;
}

/** Renders a video as a medium: a hosted file, or YouTube's player. It fills its container. */
export function MediaPicture({ video, attach, renewUrl }: Props) {
  if (video.youtube_id !== null) return <YouTubePicture video={video} attach={attach} />;
  return <HostedPicture video={video} attach={attach} renewUrl={renewUrl} />;
}

/** Looks like the medium while it is still loading. */
export function PicturePlaceholder({ video }: { video: Source }) {
  if (isAudio(video)) return <AudioCover />;
  // YouTube shows its own placeholder.
  if (video.youtube_id !== null || !video.thumbnail_url) return null;
  return (
    <img
      className={classes.video}
      src={video.thumbnail_url}
      alt=""
      // Hides the frame that browsers draw around a broken picture.
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
    />
  );
}
