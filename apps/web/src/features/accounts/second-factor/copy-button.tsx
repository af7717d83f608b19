import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast.ts';

/** Copies a text, and says so on the button. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Refused, or a page that isn't served securely and has no clipboard at all.
      toast.failure(t('secondFactor.copyFailed'));
    }
  }
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button variant="default" mih={44} leftSection={<Icon size={18} aria-hidden />} onClick={copy}>
      {isCopied ? t('secondFactor.copied') : label}
    </Button>
  );
}
