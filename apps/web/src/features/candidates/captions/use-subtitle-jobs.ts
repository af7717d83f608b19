import { candidates } from '@sayback/contract';
import { withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { candidateSubject } from '../queries.ts';
import { useCandidateJob } from '../use-candidate-job.ts';

export function useSubtitleJobs(id: number) {
  const { t } = useTranslation();
  const shared = { subject: candidateSubject(id), stopped: t('candidateDetail.stopped') };
  const scan = useCandidateJob({
    ...shared,
    endpoint: candidates.scanSubtitles,
    kind: 'scan-candidate',
    onDone: ({ total_subtitles = 0, manual_subtitles = 0 }) =>
      toast.success(t('candidateDetail.found', { count: total_subtitles, manual: manual_subtitles })),
    onFailed: (error) => toast.failure(withReason(t('candidateDetail.scanFailed'), error)),
  });

  const showFailure = (language: string | undefined, reason: string | undefined) => {
    const error = reason ?? t('candidateDetail.unknownError');
    toast.failure(
      language === undefined
        ? t('candidateDetail.downloadAllFailed', { error })
        : t('candidateDetail.downloadFailed', { language, error }),
    );
  };
  const download = useCandidateJob({
    ...shared,
    endpoint: candidates.downloadSubtitles,
    kind: 'download-candidate-subtitles',
    onDone: ({ downloaded = [], failed = {} }) => {
      const [firstKey] = downloaded;
      const count = downloaded.length;
      if (count === 1 && firstKey) toast.success(t('candidateDetail.downloadedOne', { key: firstKey }));
      else if (count > 1) toast.success(t('candidateDetail.downloadedMany', { count }));
      for (const [key, reason] of Object.entries(failed)) showFailure(key, reason);
      if (count === 0 && Object.keys(failed).length === 0) toast.success(t('candidateDetail.downloadedNone'));
    },
    onFailed: (error, input) => showFailure(input?.body.language, error.detail),
  });

  return {
    scan,
    download,
    isBusy: scan.isRunning || download.isRunning,
    startScan: () => scan.start({ params: { id } }),
    startDownload: (key?: string) =>
      download.start({ params: { id }, body: key === undefined ? {} : { language: key } }),
    /** Key of the subtitle that is being downloaded; undefined if all are. */
    downloadingKey: download.input?.body.language,
  };
}

export type SubtitleJobs = ReturnType<typeof useSubtitleJobs>;
