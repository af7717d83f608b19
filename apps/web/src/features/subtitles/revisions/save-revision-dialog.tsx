import { Stack, Text, Textarea } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useSaveRevision } from './queries.ts';

/** Saves the segments of an alignment as a revision, with an optional note. */
export function SaveRevisionDialog({ alignmentId, onClose }: { alignmentId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate: save, isPending } = useSaveRevision(alignmentId);
  const [note, setNote] = useState('');
  return (
    <Dialog isPending={isPending} onClose={onClose} title={t('saveRevision.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(note, { onSuccess: onClose });
        }}
      >
        <Stack gap="lg">
          <Text>{t('saveRevision.text')}</Text>
          <Textarea
            label={t('saveRevision.note')}
            description={t('saveRevision.noteHint')}
            rows={3}
            size="md"
            dir="auto"
            maxLength={subtitles.NOTE_LIMIT}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            data-autofocus
          />
          <AskBeforeClosing when={note !== ''} />
          <DialogButtons label={t('saveRevision.save')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
