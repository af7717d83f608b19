import { Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { videos } from '@sayback/contract';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../../../api/languages.ts';
import { queryOf } from '../../../api/query.ts';
import { useProfile } from '../../../api/session.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import type { VideoFilter } from '../queries.ts';
import classes from './video-filters.module.css';

const TYPING_PAUSE_MS = 250;

/** Search by title, and by the languages that videos exist in. The learner's practice languages come first. */
export function VideoFilters(props: { filter: VideoFilter; onChange: (filter: VideoFilter) => void }) {
  const { filter, onChange } = props;
  const { t } = useTranslation();
  const { languages } = useLanguages();
  // All languages while these load, and if they can't be loaded.
  const { data: spoken } = useQuery(queryOf(videos.listVideoLanguages, {}));
  const offered = languages.filter(
    ({ code }) => !spoken || spoken.includes(code) || code === filter.language,
  );
  const practised = new Set(useProfile()?.target_languages.map(({ language }) => language));
  const [typed, setTyped] = useState(filter.q ?? '');
  const search = useDebouncedCallback(
    (q: string) => onChange(withoutEmpty({ ...filter, q })),
    TYPING_PAUSE_MS,
  );

  // The address may change without typing: back, or 'Show all videos'.
  useEffect(
    () => setTyped((present) => (present.trim() === (filter.q ?? '') ? present : (filter.q ?? ''))),
    [filter.q],
  );

  return (
    <Group gap="sm" role="search" className={classes.filters}>
      <TextInput
        type="search"
        aria-label={t('home.search')}
        placeholder={t('home.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        size="md"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          search(value.trim());
        }}
      />
      <ChoiceSelect
        aria-label={t('home.language')}
        placeholder={t('home.allLanguages')}
        clearable
        size="md"
        choices={offered.sort((a, b) => Number(practised.has(b.code)) - Number(practised.has(a.code)))}
        value={filter.language ?? null}
        onChange={(language) => onChange(withoutEmpty({ ...filter, language: language ?? '' }))}
      />
    </Group>
  );
}

const withoutEmpty = ({ q, language }: { q?: string; language?: string }): VideoFilter => ({
  ...(q && { q }),
  ...(language && { language }),
});
