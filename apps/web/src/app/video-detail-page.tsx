import { YoutubeSubtitles } from '../features/candidates/captions/youtube-subtitles.tsx';
import { SubtitleManagement } from '../features/subtitles/tracks/subtitle-management.tsx';
import { VideoDetailScreen } from '../features/videos/detail/video-detail-screen.tsx';

/** The detail page of a video for management: the video's own part, its subtitles, and what YouTube has of them. */
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
