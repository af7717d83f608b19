import { type PlayerSettings, subtitles, videos } from '@sayback/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { preferencesQuery } from '../../api/preferences.ts';
import { queryFor } from '../../api/query.ts';
import { useProfile } from '../../api/session.ts';
import { acceptedLanguages } from '../../locales/accepted-languages.ts';
import { useTranslation } from '../../locales/translation.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { createPracticeSession, type PracticeSession } from './practice-session.ts';
import { findListedVideo, type LoadedAlignment, practiceSessionQuery } from './queries.ts';
import { isSameLanguage } from './same-language.ts';

export type PracticeMaterial = {
  video: videos.Video;
  targets: subtitles.Subtitle[];
  /** The subtitle that is practised. */
  target: subtitles.Subtitle;
  /** Switches to another translation, at the learner's current line. */
  choose: (target: subtitles.Subtitle) => void;
  /** True if the video is in the learner's native language: no translation is needed. */
  isNative: boolean;
  /** True if the translation is shown. A translation into the native language is shown only if the learner chose it. */
  isTranslated: boolean;
  /** The learner's language, if there is no translation into it. */
  missingLanguage: string | null;
  session: PracticeSession;
  settings: PlayerSettings;
};

type PracticeData =
  | { state: 'loading'; video?: videos.Video }
  | { state: 'failed'; error: Error; retry: () => void; video?: undefined }
  | { state: 'unaligned'; video: videos.Video }
  | { state: 'loaded'; video: videos.Video; material: PracticeMaterial };

/** Returns the translations that have texts, or all if none has any. */
const selectTranslated = (targets: subtitles.Subtitle[]) => {
  const translated = targets.filter(({ translated_count }) => translated_count > 0);
  return translated.length > 0 ? translated : targets;
};

/** Time for which a loaded translation stays cached before it is shown, in milliseconds. */
const CACHE_MS = 10_000;

/** Loads a video, its subtitles and segments, the learner's progress and player settings. Remount it for another video. */
export function usePracticeData(videoId: number): PracticeData {
  const { t } = useTranslation();
  const profile = useProfile();
  const input = { params: { id: videoId } };
  const client = useQueryClient();
  const video = useQuery({
    ...queryFor(videos.getVideo, input),
    placeholderData: () => findListedVideo(client, videoId),
  });
  // Must include the subtitle of the alignment that the server chose.
  const files = useQuery(queryFor(subtitles.listSubtitles, input, { staleTime: 0 }));
  const preferences = useQuery(preferencesQuery);
  const settings = preferences.data?.player;
  const targets = files.data?.results.filter(({ alignment_id }) => alignment_id !== null) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const loaded = useQuery(practiceSessionQuery(videoId, chosen));

  const listed = targets.find(({ alignment_id }) => alignment_id === loaded.data?.alignmentId);
  // A translation that was deleted meanwhile can still be practised.
  const [lastListed, setLastListed] = useState(listed);
  if (listed && listed !== lastListed) setLastListed(listed);
  const target = listed ?? (lastListed?.alignment_id === loaded.data?.alignmentId ? lastListed : undefined);
  const requested = useRef<number | null>(null);
  /** Loads a translation, then shows it. The current one stays if loading fails. */
  async function show(alignmentId: number) {
    requested.current = alignmentId;
    const query = { ...practiceSessionQuery(videoId, alignmentId), gcTime: CACHE_MS };
    try {
      await client.fetchQuery(query);
      if (requested.current === alignmentId) setChosen(alignmentId);
    } catch {
      toast.failure(t('practice.translationNotLoaded'));
    }
  }
  const session = useSession(
    loaded.data ?? undefined,
    settings,
    video.data?.original_language,
    target?.language,
  );
  const queries = [video, files, loaded, preferences];
  // If a reload fails, the loaded data stays on the screen.
  const failed = queries.find(({ isError, data }) => isError && data === undefined);
  if (failed?.error) {
    const retry = () => {
      for (const query of queries) if (query.isError) void query.refetch();
    };
    return { state: 'failed', error: failed.error, retry };
  }
  if (!video.data || !files.data || video.isPlaceholderData)
    return { state: 'loading', ...(video.data && { video: video.data }) };
  if (loaded.data === null) return { state: 'unaligned', video: video.data };
  if (!session || !target || !settings) return { state: 'loading', video: video.data };
  const offered = selectTranslated(targets);
  // Includes the spoken language: its readers need no translation.
  const availableLanguages = [
    video.data.original_language,
    target.language,
    ...offered.map(({ language }) => language),
  ];
  const preferred =
    settings.translation_language ?? profile?.native_language ?? acceptedLanguages()[0] ?? 'en';
  const isNative = isSameLanguage(profile?.native_language ?? '', video.data.original_language);
  const chosenLanguage = settings.translation_language;
  const isTranslated =
    !isNative || (chosenLanguage !== null && isSameLanguage(chosenLanguage, target.language));
  const isMissing =
    isTranslated && !availableLanguages.some((language) => isSameLanguage(language, preferred));
  const choose = ({ alignment_id }: subtitles.Subtitle) => {
    if (alignment_id !== null && alignment_id !== target.alignment_id) void show(alignment_id);
  };
  return {
    state: 'loaded',
    video: video.data,
    material: {
      video: video.data,
      targets: offered,
      target,
      choose,
      isNative,
      isTranslated,
      missingLanguage: isMissing ? preferred : null,
      session,
      settings,
    },
  };
}

/** Returns the same session object until one of its inputs changes. */
function useSession(
  loaded: LoadedAlignment | undefined,
  settings: PlayerSettings | undefined,
  originalLanguage = '',
  targetLanguage = '',
): PracticeSession | undefined {
  const { join_sentences: join = false, divide_long: divide = false } = settings ?? {};
  const isNeeded = join || divide;
  const { data: division, isPending } = useQuery({
    queryKey: ['division of lines'],
    queryFn: () => import('@sayback/subtitles/division'),
    enabled: isNeeded,
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A session on screen stays unchanged until the code is loaded, and isn't divided if loading fails.
  const [wasShown, setWasShown] = useState(false);
  const isWaiting = isNeeded && isPending && !wasShown;
  const session = useMemo(() => {
    if (!loaded || isWaiting) return;
    const { sentenceLengths = undefined } = (join && division) || {};
    const { divideLine = undefined } = (divide && division) || {};
    return createPracticeSession(loaded, { sentenceLengths, divideLine, originalLanguage, targetLanguage });
  }, [loaded, isWaiting, join, divide, division, originalLanguage, targetLanguage]);
  if (session && !wasShown) setWasShown(true);
  return session;
}
