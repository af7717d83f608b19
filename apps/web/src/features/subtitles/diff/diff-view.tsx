import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { DiffRow, type Languages } from './diff-row.tsx';
import classes from './diff-view.module.css';
import { countKinds, getMatchKind, type Match, matchRows } from './match-rows.ts';
import { rowsQuery, type Side } from './sides.ts';

type Props = { from: Side; to: Side; languages: Languages };

/** Compares two sides segment by segment. */
export function DiffView({ from, to, languages }: Props) {
  const { t } = useTranslation();
  const before = useQuery(rowsQuery(from));
  const after = useQuery(rowsQuery(to));
  const matches = useMemo(
    () => (before.data && after.data ? matchRows(before.data, after.data) : null),
    [before.data, after.data],
  );
  const error = before.error ?? after.error;
  if (error && !matches) {
    const retry = () => {
      if (before.error) void before.refetch();
      if (after.error) void after.refetch();
    };
    return <Failure message={withReason(t('diff.loadFailed'), error)} onRetry={retry} />;
  }
  if (!matches) {
    return <Skeletons heights={[28, 72, 72]} />;
  }
  return <Differences matches={matches} languages={languages} />;
}

function Differences({ matches, languages }: { matches: Match[]; languages: Languages }) {
  const { t } = useTranslation();
  const [hidesUnchanged, setHidesUnchanged] = useState(true);
  const counts = useMemo(() => countKinds(matches), [matches]);
  const visibleMatches = useMemo(
    () => (hidesUnchanged ? matches.filter((match) => getMatchKind(match) !== 'same') : matches),
    [matches, hidesUnchanged],
  );
  const isIdentical = counts.same === matches.length;
  const { changed, added, removed } = counts;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text role="status" fw={600}>
          {isIdentical
            ? t('diff.same')
            : [
                changed > 0 && t('diff.changed', { count: changed }),
                added > 0 && t('diff.added', { count: added }),
                removed > 0 && t('diff.removed', { count: removed }),
              ]
                .filter(Boolean)
                .join(' · ')}
        </Text>
        {!isIdentical && (
          <Checkbox
            label={t('diff.onlyChanges')}
            checked={hidesUnchanged}
            classNames={{ body: classes.checkboxBody }}
            onChange={({ currentTarget }) => setHidesUnchanged(currentTarget.checked)}
          />
        )}
      </Group>
      {visibleMatches.length > 0 && (
        <VirtualList
          items={visibleMatches}
          label={t('diff.list')}
          itemHeight={76}
          maxHeight="min(60vh, 40rem)"
        >
          {(match) => <DiffRow match={match} languages={languages} />}
        </VirtualList>
      )}
    </Stack>
  );
}
