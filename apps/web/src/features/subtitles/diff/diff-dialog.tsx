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

const CURRENT = 'current';

type Props = {
  subtitle: Pick<subtitles.Subtitle, 'id' | 'alignment_id'>;
  revisions: subtitles.Revision[];
  /** Revision to start with. */
  from: subtitles.Revision;
  languages: Languages;
  onClose: () => void;
};

/** Compares a revision with another one, or with the current state. */
export function DiffDialog({ subtitle, revisions, from: first, languages, onClose }: Props) {
  const { t } = useTranslation();
  const revisionName = useRevisionName();
  const [fromId, setFromId] = useState(String(first.id));
  const [toId, setToId] = useState(CURRENT);
  const findRevision = (id: string) => revisions.find((revision) => String(revision.id) === id);
  const from = findRevision(fromId) ?? first;
  const toRevision = findRevision(toId);
  const to: Side = toRevision ? { revision: toRevision } : { current: from.kind, subtitle };
  const choices = revisions.map((revision) => ({
    value: String(revision.id),
    label: revisionName(revision),
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
            data={[{ value: CURRENT, label: t('diff.currentVersion') }, ...choices]}
            value={toId}
            onChange={(id) => id && setToId(id)}
          />
        </SimpleGrid>
        <DiffView from={{ revision: from }} to={to} languages={languages} />
      </Stack>
    </Dialog>
  );
}
