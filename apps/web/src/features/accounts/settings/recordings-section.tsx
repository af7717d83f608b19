import { Text } from '@mantine/core';
import { StoredTakes } from '../../../device-storage/stored-takes.tsx';
import { useTranslation } from '../../../locales/translation.ts';
import { Section } from '../section.tsx';

/** What someone recorded in practice, which is on this device alone. */
export function RecordingsSection({ account }: { account: string }) {
  const { t } = useTranslation();
  return (
    <Section title={t('recording.title')}>
      <Text c="dimmed">{t('recording.sectionHint')}</Text>
      <StoredTakes account={account} />
    </Section>
  );
}
