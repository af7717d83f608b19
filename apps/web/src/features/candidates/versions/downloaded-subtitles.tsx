import { Stack, Text, Title } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useId } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from '../details/candidate-screen.module.css';
import { DownloadedSubtitleItem } from './downloaded-subtitle-item.tsx';

export function DownloadedSubtitles({ candidate }: { candidate: candidates.CandidateDetail }) {
  const { t } = useTranslation();
  const titleId = useId();
  const versions = Object.entries(candidate.downloaded_subtitles);
  return (
    <Stack component="section" gap="sm" aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        {t('candidateDetail.downloadedTitle')}
      </Title>
      {versions.length === 0 ? (
        <Text c="dimmed">{t('candidateDetail.noneDownloaded')}</Text>
      ) : (
        <ul className={classes.list}>
          {versions.map(([key, version]) => (
            <DownloadedSubtitleItem key={key} candidate={candidate} versionKey={key} version={version} />
          ))}
        </ul>
      )}
    </Stack>
  );
}
