import { Alert, Stack } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { AvailableSubtitles } from '../captions/available-subtitles.tsx';
import { useSubtitleJobs } from '../captions/use-subtitle-jobs.ts';
import { candidateQuery } from '../queries.ts';
import { DownloadedSubtitles } from '../versions/downloaded-subtitles.tsx';
import { CandidateHeader } from './candidate-header.tsx';

const route = getRouteApi('/youtube-candidates/$id');

/** One candidate: its details, its subtitles on YouTube, and the downloaded ones. */
export function CandidateScreen() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <Stack gap="lg">
      <div>
        <BackLink to="/youtube-candidates">{t('candidateDetail.back')}</BackLink>
      </div>
      <Details key={id} id={id} />
    </Stack>
  );
}

function Details({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data: candidate, error, refetch } = useQuery(candidateQuery(id));
  const subtitleJobs = useSubtitleJobs(id);
  const [overwrite, setOverwrite] = useState<{ key?: string | undefined } | null>(null);
  const changed = changedKeys(candidate);
  const guardedJobs = {
    ...subtitleJobs,
    startDownload: (key?: string) =>
      changed.some((changedKey) => key === undefined || changedKey === key)
        ? setOverwrite({ key })
        : subtitleJobs.startDownload(key),
  };
  usePageTitle(candidate?.title);

  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error && !candidate) {
    const message = withReason(t('candidateDetail.loadFailed'), error);
    return <Failure message={message} onRetry={() => refetch()} />;
  }
  if (!candidate) return <Skeletons heights={[180, 120, 160]} gap="xl" />;
  return (
    <Stack gap="xl">
      <CandidateHeader candidate={candidate} jobs={guardedJobs} />
      <AvailableSubtitles candidate={candidate} jobs={guardedJobs} />
      <DownloadedSubtitles candidate={candidate} />
      {overwrite && (
        <ConfirmDialog
          title={t('candidateDetail.overwriteTitle')}
          text={t('candidateDetail.overwriteText', { keys: overwrite.key ?? changed.join(', ') })}
          confirmLabel={t('candidateDetail.downloadAgain')}
          isDestructive
          isPending={false}
          onClose={() => setOverwrite(null)}
          onConfirm={() => {
            setOverwrite(null);
            subtitleJobs.startDownload(overwrite.key);
          }}
        />
      )}
    </Stack>
  );
}

/** Returns the keys of changed versions: downloading them again would discard the changes. */
const changedKeys = (candidate: candidates.CandidateDetail | undefined) =>
  Object.entries(candidate?.downloaded_subtitles ?? {})
    .filter(([, { changed }]) => changed)
    .map(([key]) => key);

function NotFound() {
  const { t } = useTranslation();
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {t('candidateDetail.notFound')}
    </Alert>
  );
}
