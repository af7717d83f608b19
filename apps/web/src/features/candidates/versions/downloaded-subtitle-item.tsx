import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import {
  IconArrowsExchange,
  IconDownload,
  IconEraser,
  IconEye,
  IconRestore,
  IconTrash,
  IconWaveSine,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { saveTextFile } from '../../../ui/save-file.ts';
import classes from '../details/candidate-screen.module.css';
import { CleanDialog } from './clean-dialog.tsx';
import { ContentDialog } from './content-dialog.tsx';
import { versionLanguage } from './version-language.ts';
import { useConvert, useDeleteVersion, useRestore, type VersionName } from './version-mutations.ts';

type Props = {
  candidate: candidates.CandidateDetail;
  versionKey: string;
  version: candidates.DownloadedSubtitle;
};
type OpenDialog = 'content' | 'clean' | 'restore' | 'delete';

export function DownloadedSubtitleItem({ candidate, versionKey, version }: Props) {
  const { t } = useTranslation();
  const { languages, languageName } = useLanguages();
  const nameId = useId();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  const language = versionLanguage(
    versionKey,
    languages.map(({ code }) => code),
  );
  const name: VersionName = { candidateId: candidate.id, key: versionKey, language: languageName(language) };
  const convert = useConvert(name);
  const describedProps = { 'aria-describedby': nameId };
  const quiet = { variant: 'quiet', px: 'sm', ...describedProps } as const;

  return (
    <li className={classes.row} data-testid="downloaded-subtitle">
      <div className={classes.name}>
        <h3 id={nameId}>
          {languageName(language)} <span className={classes.quiet}>{versionKey}</span>
        </h3>
        <span className={classes.quiet}>{t('editor.count', { count: version.cue_count })}</span>
        <Chips version={version} />
      </div>
      <Group gap={4} className={classes.versionActions}>
        <Button {...quiet} leftSection={buttonIcon(IconEye)} onClick={() => setOpenDialog('content')}>
          {t('candidateVersion.view')}
        </Button>
        <Button
          {...quiet}
          leftSection={buttonIcon(IconWaveSine)}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/subtitles/sync/$candidateId/$language"
              params={{ candidateId: candidate.id, language: versionKey }}
            />
          )}
        >
          {t('candidateVersion.sync')}
        </Button>
        <Button
          {...quiet}
          leftSection={buttonIcon(IconDownload)}
          onClick={() =>
            saveTextFile(`${candidate.youtube_id}.${versionKey}.${version.format}`, version.content)
          }
        >
          {t('candidateVersion.downloadFile')}
        </Button>
        {version.format === 'vtt' && (
          <Button
            {...quiet}
            leftSection={buttonIcon(IconArrowsExchange)}
            loading={convert.isPending}
            onClick={() => convert.mutate(undefined)}
          >
            {t('candidateVersion.convert')}
          </Button>
        )}
        {!version.cleaned && (
          <Button {...quiet} leftSection={buttonIcon(IconEraser)} onClick={() => setOpenDialog('clean')}>
            {t('candidateVersion.clean')}
          </Button>
        )}
        {version.changed && (
          <Button {...quiet} leftSection={buttonIcon(IconRestore)} onClick={() => setOpenDialog('restore')}>
            {t('candidateVersion.restore')}
          </Button>
        )}
        <Button {...quiet} leftSection={buttonIcon(IconTrash)} onClick={() => setOpenDialog('delete')}>
          {t('app.delete')}
        </Button>
      </Group>
      {openDialog === 'content' && (
        <ContentDialog
          versionKey={versionKey}
          language={language}
          content={version.content}
          onClose={close}
        />
      )}
      {openDialog === 'clean' && <CleanDialog version={name} lang={language} onClose={close} />}
      {(openDialog === 'restore' || openDialog === 'delete') && (
        <DiscardDialog action={openDialog} version={name} onClose={close} />
      )}
    </li>
  );
}

function Chips({ version }: { version: candidates.DownloadedSubtitle }) {
  const { t } = useTranslation();
  const { format, cleaned, converted_from, changed } = version;
  return (
    <>
      <Badge variant="default">{format.toUpperCase()}</Badge>
      {cleaned && <Badge variant="light">{t('candidateVersion.cleaned')}</Badge>}
      {converted_from && (
        <Badge variant="light">{t('candidateVersion.convertedFrom', { format: converted_from })}</Badge>
      )}
      {changed && !cleaned && !converted_from && (
        <Badge variant="light">{t('candidateVersion.changed')}</Badge>
      )}
    </>
  );
}

type DiscardProps = { action: 'restore' | 'delete'; version: VersionName; onClose: () => void };

/** Asks before restoring or deleting a subtitle. */
function DiscardDialog({ action, version, onClose }: DiscardProps) {
  const { t } = useTranslation();
  const restore = useRestore(version);
  const remove = useDeleteVersion(version);
  const mutation = action === 'restore' ? restore : remove;
  const { key } = version;
  return (
    <ConfirmDialog
      title={t(action === 'restore' ? 'candidateVersion.restoreTitle' : 'candidateVersion.deleteTitle', {
        key,
      })}
      text={t(action === 'restore' ? 'candidateVersion.restoreText' : 'candidateVersion.deleteText')}
      confirmLabel={t(action === 'restore' ? 'candidateVersion.restore' : 'app.delete')}
      isDestructive
      isPending={mutation.isPending}
      onClose={onClose}
      onConfirm={() => mutation.mutate(undefined, { onSettled: onClose })}
    />
  );
}
