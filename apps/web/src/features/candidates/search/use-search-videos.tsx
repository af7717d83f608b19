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
import { useWork } from '../use-work.ts';
import { NEW_SEARCH, type SearchDraft } from './search-settings.ts';

/** The draft of a search, the running search, and the last one's outcome. */
export function useSearchVideos(onDone: () => void) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<SearchDraft>(NEW_SEARCH);
  const [failure, setFailure] = useState<string | null>(null);
  const [failed, setFailed] = useState<Record<string, string>>({});
  const work = useWork({
    endpoint: candidates.searchCandidates,
    subject: ALL_CANDIDATES,
    kind: 'search-candidates',
    onDone: ({ stats }) => {
      toast.success(t('candidateSearch.completed', { count: stats?.total_new_candidates ?? 0 }));
      setFailed(stats?.failed ?? {});
      onDone();
    },
    onFailed: (error) => setFailure(withReason(t('candidateSearch.failed'), error)),
    stopped: t('candidateSearch.stopped'),
  });
  const start = (settings: candidates.SearchSettings) => {
    setFailure(null);
    setFailed({});
    work.start({ body: settings });
  };
  return { draft, setDraft, failure, failed, work, start };
}

export type Searching = ReturnType<typeof useSearchVideos>;

/** Progress and errors of a search: in its dialog, and on the page once the dialog is closed. */
export function SearchNotes({ searching }: { searching: Searching }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { work, failure, failed } = searching;
  if (work.isRunning) {
    return (
      <JobProgress
        job={work.job}
        label={t('candidateSearch.searching')}
        isStopping={work.isStopping}
        onStop={work.stop}
      />
    );
  }
  if (failure) return <Failure message={failure} />;
  const languages = Object.entries(failed);
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
