import { Text, Textarea } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { useSaveRevision } from './queries.ts';

/** Saves the segments of an alignment as a revision, with an optional note. */
export function SaveRevisionDialog({ alignmentId, onClose }: { alignmentId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate: save, isPending } = useSaveRevision(alignmentId);
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      title={t('subtitleCard.saveRevision')}
      label={t('app.save')}
      onSubmit={() => save(note, { onSuccess: onClose })}
      {...{ isPending, onClose }}
    >
      <Text>{t('saveRevision.text')}</Text>
      <Textarea
        label={t('saveRevision.note')}
        description={t('saveRevision.noteHint')}
        rows={3}
        dir="auto"
        maxLength={subtitles.NOTE_LIMIT}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        data-autofocus
      />
      <AskBeforeClosing when={note !== ''} />
    </ActionDialog>
  );
}
