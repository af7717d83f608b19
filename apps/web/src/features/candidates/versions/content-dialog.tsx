import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { formatPosition } from '@sayback/contract';
import { type Cue, readSubtitles } from '@sayback/subtitles';
import { IconCopy, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { copyText } from '../copy-text.ts';
import classes from '../details/dialogs.module.css';
import { findCues } from './find-cues.ts';

type Props = { versionKey: string; language: string; content: string; onClose: () => void };

/** The segments of a downloaded subtitle, to be read and searched. */
export function ContentDialog({ versionKey, language, content, onClose }: Props) {
  const { t } = useTranslation();
  useReturnFocus();
  const [wanted, setWanted] = useState('');
  const cues = useMemo(() => readSubtitles(content).cues, [content]);
  const found = useMemo(() => findCues(cues, wanted), [cues, wanted]);
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
            leftSection={<IconSearch size={18} aria-hidden />}
            size="md"
            className={classes.search}
            dir="auto"
            value={wanted}
            data-autofocus
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
          <Button variant="default" mih={44} leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
            {t('candidateVersion.copy')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {cues.length === 0
            ? t('candidateVersion.unreadable')
            : found.length === 0
              ? t('candidateVersion.noSegment')
              : t('candidateVersion.found', { found: found.length, count: cues.length })}
        </Text>
        {found.length > 0 && <Segments cues={found} lang={language} />}
      </Stack>
    </Dialog>
  );
}

/** Only what is in sight is in the page: there may be thousands. */
function Segments({ cues, lang }: { cues: readonly Cue[]; lang: string }) {
  const { t } = useTranslation();
  const scrolled = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => 64,
    overscan: 8,
  });
  return (
    <section
      ref={scrolled}
      className={classes.scrolled}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by the keyboard.
      tabIndex={0}
      aria-label={t('candidateVersion.segments')}
    >
      <ol className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const cue = cues[index] as Cue;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={cues.length}
              aria-posinset={index + 1}
            >
              <span className={classes.when} dir="ltr">
                {`#${cue.index} · ${formatPosition(cue.start)} → ${formatPosition(cue.end)}`}
              </span>
              <span className={classes.text} dir="auto" lang={lang}>
                {cue.text}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
