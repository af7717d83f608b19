import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { readSeconds } from '../../../../ui/sync/time-text.ts';

type Props = { count: number; onShift: (ms: number) => void; onClose: () => void };

/** Asks by how many seconds the selected rows are moved; an earlier time is a negative one. */
export function ShiftDialog({ count, onShift, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const ms = readSeconds(typed);
  const isBad = typed.trim() !== '' && ms === null;
  return (
    <Dialog isPending={false} onClose={onClose} title={t('selection.shiftTitle', { count })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ms === null) return;
          onClose();
          onShift(ms);
        }}
      >
        <Stack gap="lg">
          <TextInput
            label={t('selection.shiftBy')}
            description={t('selection.shiftHint')}
            size="md"
            dir="ltr"
            autoComplete="off"
            value={typed}
            error={isBad && t('selection.shiftBad')}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
          />
          <DialogButtons label={t('selection.shiftNow')} isPending={false} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
