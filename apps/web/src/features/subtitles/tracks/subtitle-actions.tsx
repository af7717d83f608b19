import { Button, Group } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { IconDeviceFloppy, IconFiles, IconHistory, IconRestore, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { DownloadMenu } from '../downloads/download-menu.tsx';
import { ImportCsv } from '../downloads/import-csv.tsx';
import { ApplyRevisionDialog } from '../revisions/apply-revision-dialog.tsx';
import { SaveRevisionDialog } from '../revisions/save-revision-dialog.tsx';
import { DeleteSubtitleDialog } from './delete-subtitle-dialog.tsx';
import classes from './subtitle-card.module.css';

type Props = { subtitle: subtitles.Subtitle; originalLanguage: string };

/** What can be done with a subtitle besides aligning and editing it. */
export function SubtitleActions({ subtitle, originalLanguage }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'save' | 'apply' | 'delete' | null>(null);
  const { id, alignment_id, revision_count, language } = subtitle;
  const close = () => setStep(null);
  return (
    <Group gap={4} className={classes.actions}>
      {alignment_id !== null && (
        <Button
          variant="subtle"
          color="gray"
          mih={44}
          leftSection={<IconDeviceFloppy size={18} aria-hidden />}
          onClick={() => setStep('save')}
        >
          {t('subtitleCard.saveRevision')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        mih={44}
        leftSection={<IconHistory size={18} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/revisions/$subtitleId" params={{ subtitleId: id }} />}
      >
        {t('subtitleCard.viewRevisions')}
      </Button>
      {revision_count > 0 && (
        <Button
          variant="subtle"
          color="gray"
          mih={44}
          leftSection={<IconRestore size={18} aria-hidden />}
          onClick={() => setStep('apply')}
        >
          {t('subtitleCard.applyRevision')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        mih={44}
        leftSection={<IconFiles size={18} aria-hidden />}
        renderRoot={(props) => (
          <Link {...props} to="/subtitles/list/$subtitleId" params={{ subtitleId: id }} />
        )}
      >
        {t('subtitleCard.storedFiles')}
      </Button>
      <DownloadMenu subtitle={subtitle} />
      {alignment_id !== null && <ImportCsv alignmentId={alignment_id} />}
      <Button
        variant="subtle"
        color="red"
        mih={44}
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setStep('delete')}
      >
        {t('subtitleCard.delete')}
      </Button>
      {step === 'save' && alignment_id !== null && (
        <SaveRevisionDialog alignmentId={alignment_id} onClose={close} />
      )}
      {step === 'apply' && (
        <ApplyRevisionDialog
          subtitle={subtitle}
          languages={{ original: originalLanguage, target: language }}
          onClose={close}
        />
      )}
      {step === 'delete' && <DeleteSubtitleDialog subtitle={subtitle} onClose={close} />}
    </Group>
  );
}
