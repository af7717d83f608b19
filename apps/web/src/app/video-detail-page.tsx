import { YoutubeSubtitles } from '../features/candidates/captions/youtube-subtitles.tsx';
import { SubtitleManagement } from '../features/subtitles/tracks/subtitle-management.tsx';
import { VideoDetailScreen } from '../features/videos/detail/video-detail-screen.tsx';

/** Management page of a video: its details, its subtitles, and those available on YouTube. */
export function VideoDetailPage() {
  return (
    <VideoDetailScreen>
      {(video) => (
        <>
          <SubtitleManagement video={video} />
          {video.youtube_id !== null && <YoutubeSubtitles video={video} />}
        </>
      )}
    </VideoDetailScreen>
  );
}
