import { Button, Group, Text } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { savedSearchesQuery } from '../queries.ts';
import { useDeleteSavedSearch } from './saved-search-mutations.ts';
import classes from './search-dialog.module.css';
import { draftFromSettings, type SearchDraft } from './search-settings.ts';

export function SavedSearches({ onLoad }: { onLoad: (draft: SearchDraft) => void }) {
  const { t } = useTranslation();
  const { formatDate } = useTimeText();
  const { data, error } = useQuery(savedSearchesQuery);
  const { mutate: remove, isPending } = useDeleteSavedSearch();
  const [deleting, setDeleting] = useState<candidates.SavedSearch | null>(null);

  if (error && !data) return <Text c="dimmed">{t('candidateSearch.savedFailed')}</Text>;
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t('candidateSearch.saved')}>
      <h3 className={classes.legend}>{t('candidateSearch.saved')}</h3>
      <ul className={classes.saved}>
        {data.map((search) => (
          <li key={search.id}>
            <div className={classes.savedName}>
              <Text component="span" fw={600} dir="auto">
                {search.name}
              </Text>
              <Text size="sm" c="dimmed">
                {[
                  search.settings.languages.join(', '),
                  search.is_daily && t('candidateSearch.daily'),
                  search.last_run_at &&
                    t('candidateSearch.lastRun', { date: formatDate(search.last_run_at) }),
                  search.last_message,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            <Group gap="xs">
              <Button
                variant="default"
                aria-label={t('candidateSearch.loadLabel', { name: search.name })}
                onClick={() => onLoad(draftFromSettings(search.settings))}
              >
                {t('candidateSearch.load')}
              </Button>
              <Button
                variant="quiet"
                aria-label={t('app.deleteLabel', { name: search.name })}
                onClick={() => setDeleting(search)}
              >
                {t('app.delete')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title={t('candidateSearch.deleteTitle', { name: deleting.name })}
          text={t('candidateSearch.deleteText')}
          confirmLabel={t('app.delete')}
          isDestructive
          isPending={isPending}
          onClose={() => setDeleting(null)}
          onConfirm={() => remove(deleting.id, { onSettled: () => setDeleting(null) })}
        />
      )}
    </section>
  );
}
