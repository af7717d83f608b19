import '@mantine/core/styles/Progress.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from '../../../locales/translation.ts';

/** An upload's progress, with a button to stop it. Leaving the page needs a confirmation. */
export function UploadProgress({ percent, onStop }: { percent: number; onStop: () => void }) {
  const { t } = useTranslation();
  useBlocker({
    shouldBlockFn: () => !window.confirm(t('videoManager.leaveWarning')),
    enableBeforeUnload: true,
  });
  const isSent = percent >= 100;
  const label = isSent ? t('videoManager.storing') : t('videoManager.uploading', { percent });
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {label}
        </Text>
        <Button variant="default" onClick={onStop}>
          {t('videoManager.stop')}
        </Button>
      </Group>
      <Progress value={percent} animated={isSent} aria-label={label} />
    </Stack>
  );
}
