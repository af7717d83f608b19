import type { videos } from '@sayback/contract';
import { PictureAhead } from '../../../media/media-picture.tsx';
import { PageLoader } from '../../../ui/page-loader.tsx';
import frame from './media-frame.module.css';
import classes from './practice-stage.module.css';

/** The stage while its lines are still coming: the picture stands where it will stay. */
export function StageAhead({ video }: { video: videos.Video }) {
  const source = video.youtube_id === null ? 'hosted' : 'youtube';
  return (
    <div className={classes.stage} data-source={source}>
      <div className={classes.scene}>
        <div className={frame.frame} data-source={source}>
          <PictureAhead video={video} />
        </div>
        <PageLoader height="11rem" />
      </div>
    </div>
  );
}
