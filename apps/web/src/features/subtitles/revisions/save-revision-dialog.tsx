import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { useSaveRevision } from './queries.ts';

/** Asks for a note, which may stay empty, and keeps the segments of an alignment as a revision. */
export function SaveRevisionDialog({ alignmentId, onClose }: { alignmentId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate: save, isPending } = useSaveRevision(alignmentId);
  const [note, setNote] = useState('');
  useReturnFocus();
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog onClose={close} title={t('saveRevision.title')}>
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
          <Group justify="flex-end" gap="sm">
            <Button variant="default" mih={44} onClick={close} disabled={isPending}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" mih={44} loading={isPending}>
              {t('saveRevision.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
