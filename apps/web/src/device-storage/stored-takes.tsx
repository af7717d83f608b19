import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../locales/translation.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { deleteTakes, listTakes, TAKES_LIMIT_BYTES } from './take-store.ts';

/** Fraction of the limit above which new recordings replace old ones. */
const ALMOST_FULL = 0.95;

const toMegabytes = (bytes: number) => bytes / 1_000_000;

/** Shows how much storage recordings use on this device, with a button that deletes all of them. */
export function StoredTakes({ account }: { account: string }) {
  const { t, i18n } = useTranslation();
  const [bytes, setBytes] = useState(0);
  const [isConfirming, setConfirming] = useState(false);
  useEffect(() => {
    void listTakes(account).then((takes) => setBytes(takes.reduce((sum, { sound }) => sum + sound.size, 0)));
  }, [account]);
  if (bytes === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('recording.storedNone')}
      </Text>
    );
  }
  async function deleteAll() {
    await deleteTakes(account);
    setConfirming(false);
    setBytes(0);
  }
  const format = (value: number) => value.toLocaleString(i18n.language, { maximumFractionDigits: 1 });
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {t('recording.stored', {
          used: format(Math.max(0.1, toMegabytes(bytes))),
          limit: format(toMegabytes(TAKES_LIMIT_BYTES)),
        })}
        {bytes > ALMOST_FULL * TAKES_LIMIT_BYTES && `. ${t('recording.storedFull')}`}
      </Text>
      <Button variant="outline" color="red" flex="none" onClick={() => setConfirming(true)}>
        {t('recording.delete')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('recording.delete')}
          text={t('recording.deleteAll')}
          confirmLabel={t('recording.deleteNow')}
          isDestructive
          isPending={false}
          onConfirm={deleteAll}
          onClose={() => setConfirming(false)}
        />
      )}
    </Group>
  );
}
