import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { SuccessMessage } from '../../../ui/feedback/form-message.tsx';
import classes from './invitation.module.css';

/** The link of a new invitation, with a copy button. If the browser refuses to copy, selects the link. */
export function InvitationLink({ url, onDone }: { url: string; onDone: () => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch {
      // The browser refused, or the page is without HTTPS, so there is no clipboard.
      field.current?.select();
      setOutcome('failed');
    }
  }

  return (
    <Stack gap="md">
      <SuccessMessage message={t('invitations.linkReady')} />
      <Text>{t('invitations.linkOnce')}</Text>
      <TextInput
        ref={field}
        label={t('invitations.link')}
        classNames={classes}
        readOnly
        dir="ltr"
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Text size="sm" role="status">
        {outcome === 'failed' && t('invitations.copyFailed')}
        {outcome === 'copied' && t('invitations.copied')}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('invitations.done')}
        </Button>
        <Button
          data-autofocus
          leftSection={
            outcome === 'copied' ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
          }
          onClick={copy}
        >
          {t('invitations.copy')}
        </Button>
      </Group>
    </Stack>
  );
}
