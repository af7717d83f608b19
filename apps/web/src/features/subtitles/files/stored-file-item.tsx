import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { IconDownload, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { useTimeText } from '../../../ui/use-time-text.ts';
import classes from '../subtitle-page.module.css';
import { useEditFile, useToggleProtection } from './queries.ts';

type Props = { file: subtitles.StoredFile; onDelete: () => void };

/** A stored file: its date, its author and its actions. */
export function StoredFileItem({ file, onDelete }: Props) {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  const { file_name, format, encoding, uploaded_at, created_by } = file;
  return (
    <li className={classes.item} data-testid="stored-file">
      <div className={classes.body}>
        <Group gap="xs">
          <h2 className={classes.name} dir="auto">
            {file_name}
          </h2>
          <Badge variant="default">{format.toUpperCase()}</Badge>
        </Group>
        <p className={classes.facts}>
          <span>
            {t('storedFiles.uploaded', { date: formatTime(uploaded_at) })}
            {created_by && ` ${t('storedFiles.by', { username: created_by })}`}
          </span>
          <span>{t('storedFiles.encoding', { encoding })}</span>
        </p>
      </div>
      <Actions file={file} onDelete={onDelete} />
    </li>
  );
}

function Actions({ file, onDelete }: Props) {
  const { t } = useTranslation();
  const { mutate: edit, isPending: isOpening } = useEditFile();
  const { mutate: toggle, isPending } = useToggleProtection(file);
  const { file_name: name, download_url } = file;
  const isProtected = file.protected;
  const LockIcon = isProtected ? IconLock : IconLockOpen;
  return (
    <Group gap={4} className={classes.actions}>
      <Button variant="quiet" loading={isOpening} onClick={() => edit(file.id)}>
        {t('storedFiles.editRegex')}
      </Button>
      <Button
        variant={isProtected ? 'light' : 'subtle'}
        color={isProtected ? undefined : 'gray'}
        leftSection={<LockIcon size={18} aria-hidden />}
        aria-label={t(isProtected ? 'storedFiles.protectedLabel' : 'storedFiles.protectLabel', { name })}
        loading={isPending}
        onClick={() => toggle()}
      >
        {t(isProtected ? 'storedFiles.protected' : 'storedFiles.protect')}
      </Button>
      <Button
        variant="quiet"
        component="a"
        href={download_url}
        download
        leftSection={buttonIcon(IconDownload)}
      >
        {t('app.download')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        disabled={isProtected}
        aria-label={t('app.deleteLabel', { name })}
        onClick={onDelete}
      >
        {t('app.delete')}
      </Button>
    </Group>
  );
}
