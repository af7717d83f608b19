import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { formatPosition } from '@sayback/contract';
import { type Cue, readSubtitles } from '@sayback/subtitles';
import { IconCopy, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { foldText } from '../../../ui/fold-text.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import classes from '../details/dialogs.module.css';

type Props = { versionKey: string; language: string; content: string; onClose: () => void };

/** The segments of a downloaded subtitle, to read and search. */
export function ContentDialog({ versionKey, language, content, onClose }: Props) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const cues = useMemo(() => readSubtitles(content).cues, [content]);
  const matches = useMemo(() => findCues(cues, query), [cues, query]);
  const copy = async () => {
    if (await copyText(content)) toast.success(t('candidateVersion.copied'));
    else toast.failure(t('candidateVersion.copyFailed'));
  };
  return (
    <Dialog size="lg" onClose={onClose} title={t('candidateVersion.contentTitle', { key: versionKey })}>
      <Stack gap="md">
        <Group gap="sm">
          <TextInput
            type="search"
            aria-label={t('candidateVersion.search')}
            placeholder={t('candidateVersion.search')}
            leftSection={buttonIcon(IconSearch)}
            className={classes.search}
            dir="auto"
            value={query}
            data-autofocus
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <Button variant="default" leftSection={buttonIcon(IconCopy)} onClick={copy}>
            {t('candidateVersion.copy')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {cues.length === 0
            ? t('candidateVersion.unreadable')
            : matches.length === 0
              ? t('editor.nothingFound')
              : t('candidateVersion.found', { found: matches.length, count: cues.length })}
        </Text>
        {matches.length > 0 && (
          <VirtualList
            items={matches}
            label={t('candidateVersion.segments')}
            itemHeight={64}
            maxHeight="min(55vh, 36rem)"
          >
            {(cue) => (
              <div className={classes.row}>
                <span className={classes.meta} dir="ltr">
                  {`#${cue.index} · ${formatPosition(cue.start)} → ${formatPosition(cue.end)}`}
                </span>
                <span className={classes.text} dir="auto" lang={language}>
                  {cue.text}
                </span>
              </div>
            )}
          </VirtualList>
        )}
      </Stack>
    </Dialog>
  );
}

/** Returns the cues whose text matches a query, ignoring case and accents; all of them if it is empty. */
export function findCues(cues: readonly Cue[], query: string): readonly Cue[] {
  const part = foldText(query.trim());
  return part === '' ? cues : cues.filter(({ text }) => foldText(text).includes(part));
}
