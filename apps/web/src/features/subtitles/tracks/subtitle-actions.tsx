import { Button, Group } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import {
  IconClockEdit,
  IconCut,
  IconDeviceFloppy,
  IconFiles,
  IconHistory,
  IconLanguage,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { lazyPart, OnDemand } from '../../../ui/lazy-part.tsx';
import { DownloadMenu } from '../downloads/download-menu.tsx';
import { ImportCsv } from '../downloads/import-csv.tsx';
import { ApplyRevisionDialog } from '../revisions/apply-revision-dialog.tsx';
import { SaveRevisionDialog } from '../revisions/save-revision-dialog.tsx';
import { ChangeLanguageDialog } from './change-language-dialog.tsx';
import { DeleteSubtitleDialog } from './delete-subtitle-dialog.tsx';
import classes from './subtitle-card.module.css';

const RetimeSubtitle = lazyPart(() => import('../retime/retime-subtitle.tsx'), 'RetimeSubtitle');

type Props = { subtitle: subtitles.Subtitle; originalLanguage: string };

/** Buttons for all actions on a subtitle except aligning and editing it. */
export function SubtitleActions({ subtitle, originalLanguage }: Props) {
  const { t } = useTranslation();
  const [openDialog, setOpenDialog] = useState<'save' | 'apply' | 'times' | 'language' | 'delete' | null>(
    null,
  );
  const { id, alignment_id, revision_count, language } = subtitle;
  const close = () => setOpenDialog(null);
  return (
    <Group gap={4} className={classes.actions}>
      {alignment_id !== null && (
        <Button
          variant="quiet"
          leftSection={buttonIcon(IconDeviceFloppy)}
          onClick={() => setOpenDialog('save')}
        >
          {t('subtitleCard.saveRevision')}
        </Button>
      )}
      <Button
        variant="quiet"
        leftSection={buttonIcon(IconHistory)}
        renderRoot={(props) => <Link {...props} to="/revisions/$subtitleId" params={{ subtitleId: id }} />}
      >
        {t('subtitleCard.viewRevisions')}
      </Button>
      {revision_count > 0 && (
        <Button variant="quiet" leftSection={buttonIcon(IconRestore)} onClick={() => setOpenDialog('apply')}>
          {t('subtitleCard.applyRevision')}
        </Button>
      )}
      <Button
        variant="quiet"
        leftSection={buttonIcon(IconFiles)}
        renderRoot={(props) => (
          <Link {...props} to="/subtitles/list/$subtitleId" params={{ subtitleId: id }} />
        )}
      >
        {t('subtitleCard.storedFiles')}
      </Button>
      <Button variant="quiet" leftSection={buttonIcon(IconClockEdit)} onClick={() => setOpenDialog('times')}>
        {t('retime.title')}
      </Button>
      {alignment_id !== null && (
        <Button
          variant="quiet"
          leftSection={buttonIcon(IconCut)}
          renderRoot={(props) => <Link {...props} to="/cuts/$subtitleId" params={{ subtitleId: id }} />}
        >
          {t('subtitleCard.cuts')}
        </Button>
      )}
      <Button
        variant="quiet"
        leftSection={buttonIcon(IconLanguage)}
        onClick={() => setOpenDialog('language')}
      >
        {t('subtitleCard.changeLanguage')}
      </Button>
      <DownloadMenu subtitle={subtitle} />
      {alignment_id !== null && <ImportCsv alignmentId={alignment_id} />}
      <Button
        variant="subtle"
        color="red"
        leftSection={buttonIcon(IconTrash)}
        onClick={() => setOpenDialog('delete')}
      >
        {t('app.delete')}
      </Button>
      {openDialog === 'save' && alignment_id !== null && (
        <SaveRevisionDialog alignmentId={alignment_id} onClose={close} />
      )}
      {openDialog === 'apply' && (
        <ApplyRevisionDialog
          subtitle={subtitle}
          languages={{ original: originalLanguage, target: language }}
          onClose={close}
        />
      )}
      {openDialog === 'times' && (
        <OnDemand isOpen onOpen={() => setOpenDialog('times')} onClose={close}>
          <RetimeSubtitle subtitle={subtitle} onClose={close} />
        </OnDemand>
      )}
      {openDialog === 'language' && <ChangeLanguageDialog subtitle={subtitle} onClose={close} />}
      {openDialog === 'delete' && <DeleteSubtitleDialog subtitle={subtitle} onClose={close} />}
    </Group>
  );
}
