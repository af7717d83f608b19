import { findVersion } from '@sayback/subtitles';
import { AppError, badField, mustExist } from '../../../errors/app-error.ts';
import { storeMessages } from '../../../messages/stored-messages.ts';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import type { CaptionTrack } from '../../../platform/captions/captions.ts';
import { uploadSubtitle } from '../../subtitles/index.ts';
import { videoStore } from '../../videos/index.ts';
import type { Deps } from '../deps.ts';
import { requireLanguage } from '../review/publish.ts';
import { convertFailure } from './work-failure.ts';

type VideoCaptionDeps = Pick<Deps, 'db' | 'engine' | 'captions'>;

/** Returns a video's YouTube id. Throws a 404 without the video, and a 409 for a hosted one. */
async function requireYouTubeId({ db }: VideoCaptionDeps, videoId: number): Promise<string> {
  const video = mustExist(await videoStore(db).find(videoId), 'videos.notFound');
  if (!video.youtube_id) throw new AppError('conflict', 'candidates.notFromYouTube');
  return video.youtube_id;
}

export async function lookForSubtitles(deps: VideoCaptionDeps, videoId: number): Promise<CaptionTrack[]> {
  const youtubeId = await requireYouTubeId(deps, videoId);
  try {
    return await deps.captions.listTracks(youtubeId);
  } catch (error) {
    throw convertFailure(error);
  }
}

type ImportResult = { added: string[]; failed: Record<string, string> };
type SelectedTrack = { track: CaptionTrack; language: string };

/** Selects the tracks with these keys. Throws a 400 for two of one language, since a video has one subtitle per language. */
function selectTracks(
  tracks: readonly CaptionTrack[],
  keys: readonly string[],
  failed: ImportResult['failed'],
): SelectedTrack[] {
  const selected: SelectedTrack[] = [];
  for (const key of new Set(keys)) {
    const track = findVersion(tracks, key);
    if (!track) {
      failed[key] = storeMessages({ id: 'captions.track-gone' });
      continue;
    }
    const language = requireLanguage('version_keys', track);
    if (selected.some((other) => other.language === language)) {
      throw badField('version_keys', 'candidates.oneOfEachLanguage');
    }
    selected.push({ track, language });
  }
  return selected;
}

/**
 * Downloads subtitles from YouTube into a video, replacing those of the same languages. Stores the others if some fail;
 * throws the first error if all fail.
 */
export async function takeSubtitles(
  deps: VideoCaptionDeps,
  videoId: number,
  keys: readonly string[],
  viewer: { id: number },
): Promise<ImportResult> {
  const youtubeId = await requireYouTubeId(deps, videoId);
  const result: ImportResult = { added: [], failed: {} };
  const tracks = await lookForSubtitles(deps, videoId);
  let firstError: unknown = null;
  for (const { track, language } of selectTracks(tracks, keys, result.failed)) {
    const key = track.version_key;
    try {
      const content = await deps.captions.fetchTrack(youtubeId, track);
      const file = { name: `${youtubeId}.${key}.vtt`, bytes: Buffer.from(content) };
      await uploadSubtitle(deps, { videoId, language, file, createdBy: viewer.id });
      result.added.push(key);
    } catch (error) {
      if (!(error instanceof CaptionError)) throw error;
      firstError ??= error;
      result.failed[key] = storeMessages(error.userMessage);
    }
  }
  if (result.added.length === 0) throw convertFailure(firstError ?? new CaptionError('track-gone'));
  return result;
}
