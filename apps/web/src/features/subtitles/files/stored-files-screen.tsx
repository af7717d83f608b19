import { Stack, Text } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useFocusAfterRemoval } from '../../../ui/focus/use-focus-after-removal.ts';
import classes from '../subtitle-page.module.css';
import { ListSkeleton, SubtitlePage } from '../subtitle-page.tsx';
import { filesQuery, useDeleteFile } from './queries.ts';
import { StoredFileItem } from './stored-file-item.tsx';

const route = getRouteApi('/subtitles/list/$subtitleId');

/** Screen with the stored files of a subtitle: edit, protect, download, delete. */
export function StoredFilesScreen() {
  const { t } = useTranslation();
  const { subtitleId } = route.useParams();
  return (
    <SubtitlePage id={subtitleId} title={t('storedFiles.title')} loadFailed={t('storedFiles.loadFailed')}>
      {(subtitle) => <StoredFiles subtitleId={subtitle.id} />}
    </SubtitlePage>
  );
}

function StoredFiles({ subtitleId }: { subtitleId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(filesQuery(subtitleId));
  useFocusAfterRemoval(data?.length);
  const [fileToDelete, setFileToDelete] = useState<subtitles.StoredFile | null>(null);
  if (error && !data) {
    return <Failure message={withReason(t('storedFiles.loadFailed'), error)} onRetry={() => refetch()} />;
  }
  if (!data) return <ListSkeleton />;
  if (data.length === 0) return <Empty text={t('storedFiles.empty')} />;
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('storedFiles.hint')}</Text>
      <ul className={classes.list}>
        {data.map((file) => (
          <StoredFileItem key={file.id} file={file} onDelete={() => setFileToDelete(file)} />
        ))}
      </ul>
      {fileToDelete && <DeleteDialog file={fileToDelete} onClose={() => setFileToDelete(null)} />}
    </Stack>
  );
}

function DeleteDialog({ file, onClose }: { file: subtitles.StoredFile; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate: remove, isPending } = useDeleteFile();
  return (
    <ConfirmDialog
      title={t('storedFiles.deleteTitle', { name: file.file_name })}
      text={t('storedFiles.deleteText')}
      confirmLabel={t('app.delete')}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => remove(file, { onSettled: onClose })}
    />
  );
}
