import { type PlayerSettings, subtitles, videos } from '@sayback/contract';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { acceptedLanguages } from '../../api/call.ts';
import { preferencesQuery } from '../../api/preferences.ts';
import { queryOf } from '../../api/query.ts';
import { useProfile } from '../../api/session.ts';
import { chooseAlignment, isSameLanguage } from './choose-alignment.ts';
import { type PracticeSession, practiceSession } from './practice-session.ts';
import { type LoadedAlignment, listedVideo, practiceSessionQuery } from './queries.ts';

/** All that the player screen needs. */
export type PracticeMaterial = {
  video: videos.Video;
  /** The aligned targets, to choose the translation from. */
  targets: subtitles.Subtitle[];
  /** The one that is practised. */
  target: subtitles.Subtitle;
  /** The learner's language, where there is no translation into it. */
  missing: string | null;
  session: PracticeSession;
  settings: PlayerSettings;
};

type PracticeData =
  | { state: 'loading'; video?: videos.Video }
  | { state: 'failed'; error: Error; retry: () => void; video?: undefined }
  | { state: 'unaligned'; video: videos.Video }
  | { state: 'loaded'; video: videos.Video; material: PracticeMaterial };

/** The languages that a learner reads, best first: chosen last, native, the interface's, the browser's, English. */
const readLanguages = (...own: (string | null | undefined)[]) =>
  [...own, ...acceptedLanguages(), 'en'].filter((language) => typeof language === 'string');

/** Loads a video, its subtitles and segments, the learner's progress and player settings. */
export function usePracticeData(videoId: number): PracticeData {
  const profile = useProfile();
  const input = { params: { id: videoId } };
  const client = useQueryClient();
  const video = useQuery({
    ...queryOf(videos.getVideo, input),
    placeholderData: () => listedVideo(client, videoId),
  });
  const files = useQuery(queryOf(subtitles.listSubtitles, input));
  const preferences = useQuery(preferencesQuery);
  const settings = preferences.data?.player;
  const targets = files.data?.results.filter(({ alignment_id }) => alignment_id !== null) ?? [];
  const read = readLanguages(settings?.translation_language, profile?.native_language);
  const chosen = chooseAlignment(targets, {
    read,
    latest: video.data?.latest_alignment_id ?? null,
  });
  const alignmentId = chosen?.alignment_id ?? null;
  const loaded = useQuery({
    ...practiceSessionQuery(videoId, alignmentId ?? 0),
    // The settings help to choose the translation.
    ...((alignmentId === null || !settings) && { queryFn: skipToken }),
  });

  const target = targets.find(({ alignment_id }) => alignment_id === loaded.data?.alignmentId);
  const session = useSession(loaded.data, settings, video.data?.original_language, target?.language);
  const queries = [video, files, loaded, preferences];
  const failed = queries.find(({ isError }) => isError);
  if (failed?.error) {
    const retry = () => {
      for (const query of queries) if (query.isError) void query.refetch();
    };
    return { state: 'failed', error: failed.error, retry };
  }
  if (!video.data || !files.data || video.isPlaceholderData)
    return { state: 'loading', ...(video.data && { video: video.data }) };
  if (!chosen) return { state: 'unaligned', video: video.data };
  if (!session || !target || !settings) return { state: 'loading', video: video.data };
  // Who reads the language that is spoken doesn't wait for a translation into it.
  const visibleLanguages = [target.language, video.data.original_language];
  const [preferred = ''] = read;
  const missing = visibleLanguages.some((language) => isSameLanguage(language, preferred)) ? null : preferred;
  return {
    state: 'loaded',
    video: video.data,
    material: { video: video.data, targets, target, missing, session, settings },
  };
}

/** The same object as long as nothing that it depends on has changed. */
function useSession(
  loaded: LoadedAlignment | undefined,
  settings: PlayerSettings | undefined,
  originalLanguage = '',
  targetLanguage = '',
): PracticeSession | undefined {
  const { join_sentences: join = false, divide_long: divide = false } = settings ?? {};
  return useMemo(
    () => loaded && practiceSession(loaded, { join, divide, originalLanguage, targetLanguage }),
    [loaded, join, divide, originalLanguage, targetLanguage],
  );
}
