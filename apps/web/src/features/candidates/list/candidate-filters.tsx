import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import type { CandidatesFilter } from '../candidates-search.ts';
import classes from './candidate-filters.module.css';

const TYPING_PAUSE_MS = 300;
const PRIORITIES = [1, 2, 3, 4, 5] as const;

type Props = { filter: CandidatesFilter; onChange: (changes: CandidatesFilter) => void };

/** The filters of the list. They are kept in the URL, so that they are there after going back. */
export function CandidateFilters({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const { languages } = useLanguages();
  const { language, priority, has_manual_subtitles: manual } = filter;
  const shared = { clearable: true, size: 'md', className: classes.field, openOnFocus: false } as const;
  return (
    <Group component="fieldset" className={classes.filters} aria-label={t('candidates.filters')} gap="sm">
      <TitleSearch q={filter.q ?? ''} onSearch={(q) => onChange({ q: q || undefined })} />
      <ChoiceSelect
        {...shared}
        choices={languages}
        label={t('candidates.language')}
        placeholder={t('candidates.anyLanguage')}
        value={language ?? null}
        onChange={(code) => onChange({ language: code ?? undefined })}
      />
      <Select
        {...shared}
        label={t('candidates.priority')}
        placeholder={t('candidates.anyPriority')}
        value={priority === undefined ? null : String(priority)}
        onChange={(value) => onChange({ priority: value === null ? undefined : Number(value) })}
        data={PRIORITIES.map((value) => ({ value: String(value), label: t(`candidates.priority${value}`) }))}
      />
      <Select
        {...shared}
        label={t('candidates.manual')}
        placeholder={t('candidates.anyManual')}
        value={manual === undefined ? null : String(manual)}
        onChange={(value) =>
          onChange({ has_manual_subtitles: value === null ? undefined : value === 'true' })
        }
        data={[
          { value: 'true', label: t('candidates.hasManual') },
          { value: 'false', label: t('candidates.autoOnly') },
        ]}
      />
    </Group>
  );
}

function TitleSearch({ q, onSearch }: { q: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation();
  const fieldId = useId();
  const [typed, setTyped] = useState(q);
  const search = useDebouncedCallback(onSearch, TYPING_PAUSE_MS);
  // The address may change without typing: back, or 'Show all candidates'.
  useEffect(() => setTyped((current) => (current.trim() === q ? current : q)), [q]);
  return (
    <TextInput
      id={fieldId}
      type="search"
      label={t('candidates.titleSearch')}
      leftSection={<IconSearch size={18} aria-hidden />}
      className={classes.search}
      dir="auto"
      maxLength={200}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        search(value.trim());
      }}
    />
  );
}
