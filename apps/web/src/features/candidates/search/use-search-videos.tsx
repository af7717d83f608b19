import { Alert, Text } from '@mantine/core';
import { candidates } from '@sayback/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ALL_CANDIDATES } from '../queries.ts';
import { useCandidateJob } from '../use-candidate-job.ts';
import { NEW_SEARCH, type SearchDraft } from './search-settings.ts';

/** A search on YouTube: its draft, its progress, and the outcome of the last run. */
export function useSearchVideos(onDone: () => void) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<SearchDraft>(NEW_SEARCH);
  const [failure, setFailure] = useState<string | null>(null);
  const [failedLanguages, setFailedLanguages] = useState<Record<string, string>>({});
  const candidateJob = useCandidateJob({
    endpoint: candidates.searchCandidates,
    subject: ALL_CANDIDATES,
    kind: 'search-candidates',
    onDone: ({ stats }) => {
      toast.success(t('candidateSearch.completed', { count: stats?.total_new_candidates ?? 0 }));
      setFailedLanguages(stats?.failed ?? {});
      onDone();
    },
    onFailed: (error) => setFailure(withReason(t('candidateSearch.failed'), error)),
    stopped: t('candidateSearch.stopped'),
  });
  const start = (settings: candidates.SearchSettings) => {
    setFailure(null);
    setFailedLanguages({});
    candidateJob.start({ body: settings });
  };
  return { draft, setDraft, failure, failedLanguages, candidateJob, start };
}

export type VideoSearch = ReturnType<typeof useSearchVideos>;

/** Progress and errors of a search, for its dialog, and for the page once the dialog is closed. */
export function SearchStatus({ videoSearch }: { videoSearch: VideoSearch }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { candidateJob, failure, failedLanguages } = videoSearch;
  if (candidateJob.isRunning) {
    return (
      <JobProgress
        job={candidateJob.job}
        label={t('candidateSearch.searching')}
        isStopping={candidateJob.isStopping}
        onStop={candidateJob.stop}
      />
    );
  }
  if (failure) return <Failure message={failure} />;
  const languages = Object.entries(failedLanguages);
  if (languages.length === 0) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Text>{t('candidateSearch.someFailed')}</Text>
      <ul>
        {languages.map(([code, reason]) => (
          <li key={code}>{[languageName(code), reason].join(': ')}</li>
        ))}
      </ul>
    </Alert>
  );
}
