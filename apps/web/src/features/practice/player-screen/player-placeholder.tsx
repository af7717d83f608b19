import type { videos } from '@sayback/contract';
import { PicturePlaceholder } from '../../../media/media-picture.tsx';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import frame from './media-frame.module.css';
import classes from './player-stage.module.css';

/** Shown while the segments load, with the picture at its final position. */
export function PlayerPlaceholder({ video }: { video: videos.Video }) {
  const source = video.youtube_id === null ? 'hosted' : 'youtube';
  return (
    <div className={classes.player} data-source={source}>
      <div className={classes.scene}>
        <div className={frame.frame} data-source={source}>
          <PicturePlaceholder video={video} />
        </div>
        <PageLoader height="11rem" />
      </div>
    </div>
  );
}
