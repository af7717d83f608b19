import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { subtitles, type videos } from '@sayback/contract';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { useFocusAfterRemoval } from '../../../ui/focus/use-focus-after-removal.ts';
import { DownloadVideo } from '../downloads/download-video.tsx';
import type { UploadedSubtitle } from '../queries.ts';
import { DeletedSubtitles } from '../trash/deleted-subtitles.tsx';
import { StartTranslation } from './start-translation.tsx';
import { SubtitleCard } from './subtitle-card.tsx';
import classes from './subtitle-management.module.css';
import { sortSubtitles } from './subtitle-order.ts';
import { UploadProblems } from './upload-problems.tsx';
import { UploadSubtitleDialog } from './upload-subtitle-dialog.tsx';

/** The subtitles of a video: uploads, and alignments with the original. */
export function SubtitleManagement({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const titleId = useId();
  const query = queryFor(
    subtitles.listSubtitles,
    { params: { id: video.id } },
    { select: (list) => list.results },
  );
  const { data, error, refetch } = useQuery(query);
  useFocusAfterRemoval(data?.length);
  const [isUploading, { open, close }] = useDisclosure();
  const [uploaded, setUploaded] = useState<UploadedSubtitle[]>([]);
  const uploadButtonRef = useRef<HTMLButtonElement>(null);
  const uploadButton = (label: string) => (
    <Button ref={uploadButtonRef} leftSection={buttonIcon(IconUpload)} onClick={open}>
      {label}
    </Button>
  );

  return (
    <Stack component="section" gap="md" aria-labelledby={titleId}>
      <Group justify="space-between" gap="md" mih={44}>
        <Title order={2} size="h3" id={titleId}>
          {t('videoDetail.subtitles')}
        </Title>
        {data && data.length > 0 && (
          <Group gap="xs">
            <DownloadVideo videoId={video.id} />
            {data.some((subtitle) => subtitle.is_original) && (
              <StartTranslation video={video} existing={data} />
            )}
            {uploadButton(t('videoDetail.uploadSubtitle'))}
          </Group>
        )}
      </Group>
      {uploaded
        .filter(({ problems }) => problems.length > 0)
        .map((file) => (
          <UploadProblems
            key={file.id}
            uploaded={file}
            onClose={() => setUploaded(uploaded.filter(({ id }) => id !== file.id))}
          />
        ))}
      {!data && !error && <Skeletons heights={[132, 132]} />}
      {!data && error && (
        <Failure message={withReason(t('storedFiles.loadFailed'), error)} onRetry={() => refetch()} />
      )}
      {data?.length === 0 && (
        <Empty text={t('videoDetail.empty')}>{uploadButton(t('videoDetail.uploadFirst'))}</Empty>
      )}
      {data && data.length > 0 && <SubtitleList video={video} list={data} />}
      <DeletedSubtitles videoId={video.id} />
      <UploadSubtitleDialog
        video={video}
        existing={data ?? []}
        opened={isUploading}
        onClose={close}
        // The button for the first upload was replaced by the other one.
        onClosed={() => uploadButtonRef.current?.focus()}
        onUploaded={setUploaded}
      />
    </Stack>
  );
}

function SubtitleList({ video, list }: { video: videos.Video; list: subtitles.Subtitle[] }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const hasOriginal = list.some((subtitle) => subtitle.is_original);
  return (
    <>
      {!hasOriginal && (
        <Text c="dimmed">
          {t('videoDetail.needOriginal', { language: languageName(video.original_language) })}
        </Text>
      )}
      <ul className={classes.list}>
        {sortSubtitles(list, languageName).map((subtitle) => (
          <SubtitleCard
            key={subtitle.id}
            subtitle={subtitle}
            originalLanguage={video.original_language}
            canAlign={hasOriginal}
          />
        ))}
      </ul>
    </>
  );
}
