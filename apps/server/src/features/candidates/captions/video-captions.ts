import { findVersion } from '@sayback/subtitles';
import { AppError, badField, mustExist } from '../../../errors/app-error.ts';
import { storeMessages } from '../../../messages/stored-messages.ts';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import type { CaptionTrack } from '../../../platform/captions/captions.ts';
import { uploadSubtitle } from '../../subtitles/index.ts';
import { videoStore } from '../../videos/index.ts';
import type { Deps } from '../deps.ts';
import { requireLanguage } from '../review/publish.ts';
import { readFailure } from './work-failure.ts';

type Tools = Pick<Deps, 'db' | 'engine' | 'captions'>;

/** Returns a video's YouTube id. Throws a 404 without the video, and a 409 for a hosted one. */
async function getYoutubeId({ db }: Tools, videoId: number): Promise<string> {
  const video = mustExist(await videoStore(db).find(videoId), 'videos.notFound');
  if (!video.youtube_id) throw new AppError('conflict', 'candidates.notFromYouTube');
  return video.youtube_id;
}

export async function lookForSubtitles(tools: Tools, videoId: number): Promise<CaptionTrack[]> {
  const youtubeId = await getYoutubeId(tools, videoId);
  try {
    return await tools.captions.listTracks(youtubeId);
  } catch (error) {
    throw readFailure(error);
  }
}

type Taken = { added: string[]; failed: Record<string, string> };
type SelectedTrack = { track: CaptionTrack; language: string };

/** Selects the tracks with these keys; a video has one subtitle per language, so no two may share one. */
function selectTracks(
  tracks: readonly CaptionTrack[],
  keys: readonly string[],
  failed: Taken['failed'],
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
 * Downloads subtitles from YouTube into a video, replacing those of the same languages. If some fail, the others are stored;
 * throws the first failure if all do.
 */
export async function takeSubtitles(
  tools: Tools,
  videoId: number,
  keys: readonly string[],
  viewer: { id: number },
): Promise<Taken> {
  const youtubeId = await getYoutubeId(tools, videoId);
  const taken: Taken = { added: [], failed: {} };
  const tracks = await lookForSubtitles(tools, videoId);
  let first: unknown = null;
  for (const { track, language } of selectTracks(tracks, keys, taken.failed)) {
    const key = track.version_key;
    try {
      const content = await tools.captions.fetchTrack(youtubeId, track);
      const file = { name: `${youtubeId}.${key}.vtt`, bytes: Buffer.from(content) };
      await uploadSubtitle(tools, { videoId, language, file, createdBy: viewer.id });
      taken.added.push(key);
    } catch (error) {
      if (!(error instanceof CaptionError)) throw error;
      first ??= error;
      taken.failed[key] = storeMessages(error.userMessage);
    }
  }
  if (taken.added.length === 0) throw readFailure(first ?? new CaptionError('track-gone'));
  return taken;
}
