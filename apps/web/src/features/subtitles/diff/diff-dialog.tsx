import '@mantine/core/styles/SimpleGrid.css';
import { Select, SimpleGrid, Stack } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useRevisionName } from '../revisions/use-revision-name.ts';
import type { Languages } from './diff-row.tsx';
import { DiffView } from './diff-view.tsx';
import type { Side } from './sides.ts';

const PRESENT = 'present';

type Props = {
  subtitle: Pick<subtitles.Subtitle, 'id' | 'alignment_id'>;
  revisions: subtitles.Revision[];
  /** Revision to start with. */
  from: subtitles.Revision;
  languages: Languages;
  onClose: () => void;
};

/** Compares any two revisions, or one with the current state. */
export function DiffDialog({ subtitle, revisions, from: first, languages, onClose }: Props) {
  const { t } = useTranslation();
  const languageName = useRevisionName();
  const [fromId, setFromId] = useState(String(first.id));
  const [toId, setToId] = useState(PRESENT);
  const find = (id: string) => revisions.find((revision) => String(revision.id) === id);
  const from = find(fromId) ?? first;
  const other = find(toId);
  const to: Side = other ? { revision: other } : { present: from.kind, subtitle };
  const choices = revisions.map((revision) => ({
    value: String(revision.id),
    label: languageName(revision),
  }));
  const select = { allowDeselect: false, size: 'md' } as const;
  return (
    <Dialog onClose={onClose} title={t('diff.title')} size="70rem" fullScreenBelow="48em">
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Select
            {...select}
            label={t('diff.from')}
            data={choices}
            value={fromId}
            onChange={(id) => id && setFromId(id)}
            data-autofocus
          />
          <Select
            {...select}
            label={t('diff.to')}
            data={[{ value: PRESENT, label: t('diff.present') }, ...choices]}
            value={toId}
            onChange={(id) => id && setToId(id)}
          />
        </SimpleGrid>
        <DiffView from={{ revision: from }} to={to} languages={languages} />
      </Stack>
    </Dialog>
  );
}
