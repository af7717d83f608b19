import { Text } from '@mantine/core';
import { useTranslation } from '../../../locales/translation.ts';
import { StoredTakes } from '../../../media/stored-takes.tsx';
import { Section } from '../section.tsx';

/** What someone recorded in practice, which is on this device alone. */
export function RecordingsSection({ username }: { username: string }) {
  const { t } = useTranslation();
  return (
    <Section title={t('recording.title')}>
      <Text c="dimmed">{t('recording.sectionHint')}</Text>
      <StoredTakes username={username} />
    </Section>
  );
}
