import '@mantine/core/styles/Badge.css';
import { Badge, Button, Stack, Text, Title } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import classes from '../details/candidate-screen.module.css';
import type { Working } from '../use-work.ts';
import type { SubtitleWork } from './use-subtitle-work.ts';

type Props = { candidate: candidates.CandidateDetail; work: SubtitleWork };

/** A candidate's subtitles on YouTube. Only manual ones are downloaded one by one. */
export function AvailableSubtitles({ candidate, work }: Props) {
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
      <Progress work={work.scan} label={t('candidateDetail.scanning')} />
      <Progress work={work.download} label={t('candidateDetail.downloading')} />
      {list.length === 0 && (
        <Text c="dimmed">
          {t(scan === 'completed' ? 'candidateDetail.noneFound' : 'candidateDetail.neverScanned')}
        </Text>
      )}
      {list.length > 0 && (
        <ul className={classes.list}>
          {sorted.map((subtitle) => (
            <Available
              key={subtitle.version_key}
              subtitle={subtitle}
              isHere={subtitle.version_key in candidate.downloaded_subtitles}
              work={work}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Progress({ work, label }: { work: Working; label: string }) {
  if (!work.isRunning) return null;
  return <JobProgress job={work.job} label={label} isStopping={work.isStopping} onStop={work.stop} />;
}

type AvailableProps = {
  subtitle: candidates.Candidate['available_subtitles'][number];
  isHere: boolean;
  work: SubtitleWork;
};

function Available({ subtitle, isHere, work }: AvailableProps) {
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
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-label={t('candidateDetail.downloadOf', { key })}
          loading={work.downloadingKey === key}
          disabled={work.isBusy}
          onClick={() => work.startDownload(key)}
        >
          {t(isHere ? 'candidateDetail.downloadAgain' : 'candidateDetail.download')}
        </Button>
      )}
    </li>
  );
}
