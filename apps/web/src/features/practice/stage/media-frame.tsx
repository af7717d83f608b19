import type { videos } from '@sayback/contract';
import { IconVolume } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { createHtmlMedia } from '../player/html-media.ts';
import type { Media } from '../player/media.ts';
import { createYouTubeMedia } from '../player/youtube-media.ts';
import { videoQuery } from '../queries.ts';
import classes from './media-frame.module.css';

type Props = {
  video: videos.Video;
  /** Takes the medium over; what it answers gives it back. */
  attach: (media: Media) => () => void;
};

function HostedMedia({ video, attach }: Props) {
  const element = useRef<HTMLVideoElement>(null);
  const client = useQueryClient();
  const address = useRef(video.media_url);
  const id = video.id;

  useEffect(() => {
    if (!element.current) return;
    const renewUrl = async () => {
      const fresh = await client.fetchQuery({ ...videoQuery(id), staleTime: 0 });
      return fresh.media_url ?? '';
    };
    return attach(createHtmlMedia(element.current, { renewUrl }));
  }, [attach, client, id]);

  const isAudio = video.media_type?.startsWith('audio/');
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the captions are the segments, shown as text beside it. */}
      <video
        ref={element}
        className={classes.video}
        src={address.current ?? undefined}
        poster={video.thumbnail_url ?? undefined}
        playsInline
        preload="auto"
        tabIndex={-1}
        data-testid="media"
      />
      {isAudio && (
        <div className={classes.sound}>
          <IconVolume size={72} stroke={1} aria-hidden />
        </div>
      )}
    </>
  );
}

function YouTubeMedia({ video, attach }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const videoId = video.youtube_id;
  useEffect(() => {
    if (!container.current || !videoId) return;
    return attach(createYouTubeMedia({ container: container.current, videoId }));
  }, [attach, videoId]);
  return <div ref={container} className={classes.youtube} />;
}

type FrameProps = Props & {
  /** The browser wants a tap on the picture itself. */
  isBlocked: boolean;
  onTap: () => void;
};

/** The picture: a hosted file or YouTube's player, under a layer that keeps clicks off it unless one is needed. */
export function MediaFrame({ isBlocked, onTap, ...props }: FrameProps) {
  const { t } = useTranslation();
  const isYouTube = props.video.youtube_id !== null;
  return (
    <div className={classes.frame} data-source={isYouTube ? 'youtube' : 'hosted'}>
      {isYouTube ? <YouTubeMedia {...props} /> : <HostedMedia {...props} />}
      {!isBlocked && <div className={classes.shield} data-testid="click-shield" />}
      {isBlocked && !isYouTube && (
        <button type="button" className={classes.tap} onClick={onTap}>
          {t('practice.tapToStart')}
        </button>
      )}
    </div>
  );
}
