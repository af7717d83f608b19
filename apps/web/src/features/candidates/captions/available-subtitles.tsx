import '@mantine/core/styles/Badge.css';
import { Badge, Button, Stack, Text, Title } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import classes from '../details/candidate-screen.module.css';
import type { CandidateJob } from '../use-candidate-job.ts';
import type { SubtitleJobs } from './use-subtitle-jobs.ts';

type Props = { candidate: candidates.CandidateDetail; jobs: SubtitleJobs };

/** A candidate's subtitles on YouTube. Only manual ones have a download button. */
export function AvailableSubtitles({ candidate, jobs: subtitleJobs }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const { available_subtitles: list, subtitle_scan_status: scan } = candidate;
  // Manual subtitles first, since they are better.
  const sorted = [...list].sort((a, b) => Number(a.kind === 'auto') - Number(b.kind === 'auto'));
  return (
    <Stack component="section" gap="sm" aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        {t('candidateDetail.availableTitle')}
      </Title>
      <Progress jobs={subtitleJobs.scan} label={t('candidateSelection.scanning')} />
      <Progress jobs={subtitleJobs.download} label={t('candidateDetail.downloading')} />
      {list.length === 0 && (
        <Text c="dimmed">
          {t(scan === 'completed' ? 'candidateDetail.noneFound' : 'candidateDetail.neverScanned')}
        </Text>
      )}
      {list.length > 0 && (
        <ul className={classes.list}>
          {sorted.map((subtitle) => (
            <AvailableSubtitle
              key={subtitle.version_key}
              subtitle={subtitle}
              isDownloaded={subtitle.version_key in candidate.downloaded_subtitles}
              jobs={subtitleJobs}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Progress({ jobs: subtitleJobs, label }: { jobs: CandidateJob; label: string }) {
  if (!subtitleJobs.isRunning) return null;
  return (
    <JobProgress
      job={subtitleJobs.job}
      label={label}
      isStopping={subtitleJobs.isStopping}
      onStop={subtitleJobs.stop}
    />
  );
}

type AvailableSubtitleProps = {
  subtitle: candidates.Candidate['available_subtitles'][number];
  isDownloaded: boolean;
  jobs: SubtitleJobs;
};

function AvailableSubtitle({ subtitle, isDownloaded, jobs: subtitleJobs }: AvailableSubtitleProps) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { language, kind, name, version_key: key } = subtitle;
  return (
    <li className={classes.row} data-testid="available-subtitle">
      <div className={classes.name}>
        <Text component="span" fw={600}>
          {languageName(language)}
        </Text>
        <Badge variant={kind === 'manual' ? 'light' : 'default'}>
          {t(kind === 'manual' ? 'candidateDetail.manual' : 'candidateDetail.auto')}
        </Badge>
        <span className={classes.quiet}>{key}</span>
        {name && ![languageName(language), language, key].includes(name) && (
          <bdi className={classes.quiet}>{name}</bdi>
        )}
      </div>
      {kind === 'manual' && (
        <Button
          variant="default"
          leftSection={buttonIcon(IconDownload)}
          aria-label={t('candidateDetail.downloadLabel', { key })}
          loading={subtitleJobs.downloadingKey === key}
          disabled={subtitleJobs.isBusy}
          onClick={() => subtitleJobs.startDownload(key)}
        >
          {t(isDownloaded ? 'candidateDetail.downloadAgain' : 'app.download')}
        </Button>
      )}
    </li>
  );
}
