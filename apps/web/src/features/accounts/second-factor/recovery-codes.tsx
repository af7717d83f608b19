import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { saveTextFile } from '../../../ui/save-file.ts';
import classes from './second-factor.module.css';

type Props = { codes: string[]; username: string; onDone: () => void };

/** New recovery codes, shown only once: to copy, download or print. */
export function RecoveryCodes({ codes, username, onDone }: Props) {
  const { t } = useTranslation();
  const heading = t('secondFactor.fileHeading', { username, host: window.location.host });
  const text = [heading, '', ...codes, ''].join('\n');
  const list = (
    <ol className={classes.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  );
  return (
    <Stack gap="lg">
      <Text>{t('secondFactor.codesText')}</Text>
      <Box p="1rem" bd="1px solid var(--edge)" bdrs="md">
        {list}
      </Box>
      {createPortal(
        <div className={classes.paper}>
          <p>{heading}</p>
          {list}
        </div>,
        document.body,
      )}
      <Group gap="sm">
        <CopyButton text={text} label={t('secondFactor.copy')} />
        <Button
          variant="default"
          leftSection={buttonIcon(IconDownload)}
          onClick={() => saveTextFile(`sayback-recovery-codes-${username}.txt`, text)}
        >
          {t('app.download')}
        </Button>
        <Button variant="default" leftSection={buttonIcon(IconPrinter)} onClick={() => window.print()}>
          {t('secondFactor.print')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('secondFactor.codesSaved')}</Button>
      </Group>
    </Stack>
  );
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    const isDone = await copyText(text);
    setCopied(isDone);
    if (!isDone) toast.failure(t('secondFactor.copyFailed'));
  }
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={copy}>
      {isCopied ? t('secondFactor.copied') : label}
    </Button>
  );
}
