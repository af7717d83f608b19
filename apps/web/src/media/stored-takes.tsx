import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../locales/translation.ts';
import { deleteTakes, listTakes, TAKES_LIMIT_BYTES } from './take-store.ts';

const megabytes = (bytes: number) => bytes / 1_000_000;

/** How much of this device someone's recordings take, and a button that deletes all of them. */
export function StoredTakes({ username }: { username: string }) {
  const { t, i18n } = useTranslation();
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    void listTakes(username).then((takes) => setBytes(takes.reduce((sum, { sound }) => sum + sound.size, 0)));
  }, [username]);
  if (bytes === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('recording.storedNone')}
      </Text>
    );
  }
  async function deleteAll() {
    await deleteTakes(username);
    setBytes(0);
  }
  const number = (value: number) => value.toLocaleString(i18n.language, { maximumFractionDigits: 1 });
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {t('recording.stored', {
          used: number(Math.max(0.1, megabytes(bytes))),
          limit: number(megabytes(TAKES_LIMIT_BYTES)),
        })}
      </Text>
      <Button variant="outline" color="red" mih={44} onClick={deleteAll}>
        {t('recording.delete')}
      </Button>
    </Group>
  );
}
