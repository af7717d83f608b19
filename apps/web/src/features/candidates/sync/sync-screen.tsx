import { candidates } from '@sayback/contract';
import { findLanguage, readVersionKey } from '@sayback/subtitles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { ApiError, errorMessage } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useLanguages } from '../../../api/languages.ts';
import { useAccount } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { baseLanguage } from '../versions/version-language.ts';
import { readContent } from './model/content.ts';
import { SyncPage } from './sync-page.tsx';
import { readSyncDraft, type SyncDraft } from './use-open-sync-editor.ts';

const route = getRouteApi('/subtitles/sync/$candidateId/$language');

/** Reloaded only at each visit: while the editor is open, its state is newer. */
const syncDataQuery = (id: number, version: string, account: string) =>
  queryOptions({
    queryKey: ['sync', id, version],
    queryFn: async ({ signal }) => {
      const [candidate, draft] = await Promise.all([
        call(candidates.getCandidate, { params: { id }, signal }),
        readSyncDraft(account, id, version),
      ]);
      const downloaded = candidate.downloaded_subtitles[version];
      if (!downloaded) throw new ApiError(404);
      return { candidate, content: downloaded.content, digest: downloaded.digest, draft };
    },
    enabled: account !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** `goBack` goes back in the history, or else to the candidate. */
function useExits(candidateId: number) {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const goBack = useCallback(() => {
    if (canGoBack) router.history.back();
    else void navigate({ to: '/youtube-candidates/$id', params: { id: candidateId }, replace: true });
  }, [canGoBack, router, navigate, candidateId]);
  // Unsaved work is stored in the browser, so don't ask.
  const goToLogin = useCallback(() => {
    const next = router.state.location.href;
    void navigate({ to: '/login', search: { next }, ignoreBlocker: true });
  }, [router, navigate]);
  return { goBack, goToLogin };
}

/** Editor that synchronises a downloaded subtitle with its video. */
export function SyncScreen() {
  const { t } = useTranslation();
  const { candidateId, language: version } = route.useParams();
  const account = useAccount();
  const { goBack, goToLogin } = useExits(candidateId);
  const { data, error } = useQuery(syncDataQuery(candidateId, version, account));
  usePageTitle(t('sync.title'));
  const onSignedOut = useCallback(() => {
    toast.failure(t('auth.signedOut'));
    goToLogin();
  }, [t, goToLogin]);

  const reported = useRef<Error | null>(null);
  useEffect(() => {
    // `goBack` changes with the history: report each failure only once.
    if (!error || reported.current === error) return;
    reported.current = error;
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 401) {
      onSignedOut();
      return;
    }
    const detail = errorMessage(error, t('candidateDetail.unknownError'));
    toast.failure(status === 404 ? t('sync.notAvailable') : t('sync.loadFailed', { detail }));
    goBack();
  }, [error, t, onSignedOut, goBack]);

  if (!data) return <Skeletons heights={[44, 320, 96, 96, 96]} gap="sm" />;
  return <Loaded key={`${candidateId} ${version}`} {...{ ...data, version, account, goBack, onSignedOut }} />;
}

type LoadedProps = {
  candidate: candidates.CandidateDetail;
  content: string;
  digest: string | undefined;
  draft: SyncDraft | null;
  version: string;
  account: string;
  goBack: () => void;
  onSignedOut: () => void;
};

function Loaded({ candidate, version, goBack, onSignedOut, ...opened }: LoadedProps) {
  const { content, draft } = opened;
  const { t } = useTranslation();
  const { languages, languageName } = useLanguages();
  const isReadable = useMemo(() => readContent(content).cues.length > 0, [content]);
  const codes = languages.map(({ code }) => code);
  const versionLabel = (key: string) => {
    const parsedKey = readVersionKey(key, codes);
    return parsedKey ? `${languageName(parsedKey.language)} (${key})` : key;
  };
  // Sorts the spoken language first, then manual before automatic subtitles.
  const rank = (key: string) => {
    const parsedKey = readVersionKey(key, codes);
    const isSpoken =
      findLanguage(parsedKey?.language ?? key, [candidate.language, baseLanguage(candidate.language)]) !==
      null;
    return (isSpoken ? 0 : 2) + (parsedKey?.variant.startsWith('auto') ? 1 : 0);
  };
  const references = Object.entries(candidate.downloaded_subtitles)
    .filter(([key]) => key !== version)
    .map(([key, { content }]) => ({
      key,
      name: versionLabel(key),
      load: () => readContent(content).cues,
    }))
    .sort((a, b) => rank(a.key) - rank(b.key));
  if (!isReadable && !draft) return <Failure message={t('sync.nothingReadable')} />;
  return (
    <SyncPage
      {...{ ...opened, version, references, onSignedOut }}
      candidateId={candidate.id}
      title={candidate.title}
      facts={versionLabel(version)}
      youtubeId={candidate.youtube_id}
      language={readVersionKey(version, codes)?.language}
      onBack={goBack}
    />
  );
}
