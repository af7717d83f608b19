import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { StoredTakes } from '../../../device-storage/stored-takes.tsx';
import { ownDevice } from '../../../device-storage/sweep.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Section } from '../section.tsx';

/** The user's practice recordings on this device. */
export function RecordingsSection({ account }: { account: string }) {
  const { t } = useTranslation();
  const [isOwnDevice, setIsOwnDevice] = useState(() => ownDevice.read(account) === true);
  return (
    <Section title={t('recording.title')}>
      <Text c="dimmed">{t('recording.sectionHint')}</Text>
      <Switch
        label={t('recording.ownDevice')}
        description={t('recording.ownDeviceHint')}
        checked={isOwnDevice}
        onChange={({ currentTarget: { checked } }) => {
          ownDevice.write(account, checked || undefined);
          setIsOwnDevice(checked);
        }}
      />
      <StoredTakes account={account} />
    </Section>
  );
}
