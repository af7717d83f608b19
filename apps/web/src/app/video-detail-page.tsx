import { SubtitleManagement } from '../features/subtitles/subtitle-management.tsx';
import { VideoDetailScreen } from '../features/videos/video-detail-screen.tsx';

/** The detail page of a video for management: the video's own part and its subtitles. */
export function VideoDetailPage() {
  return <VideoDetailScreen>{(video) => <SubtitleManagement video={video} />}</VideoDetailScreen>;
}
