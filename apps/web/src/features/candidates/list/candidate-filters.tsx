import { Group, Select } from '@mantine/core';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { CandidatesFilter } from '../candidates-search.ts';
import classes from './candidate-filters.module.css';

const PRIORITIES = [1, 2, 3, 4, 5] as const;

type Props = { filter: CandidatesFilter; onChange: (changes: CandidatesFilter) => void };

/** The list's filters. They are in the URL, so that they survive going back. */
export function CandidateFilters({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const { languages } = useLanguages();
  const { language, priority, has_manual_subtitles: manual } = filter;
  const commonProps = { clearable: true, size: 'md', className: classes.field, openOnFocus: false } as const;
  return (
    <Group component="fieldset" className={classes.filters} aria-label={t('candidates.filters')} gap="sm">
      <SearchField
        label={t('candidates.titleSearch')}
        className={classes.search}
        query={filter.q}
        onSearch={(q) => onChange({ q: q || undefined })}
      />
      <ChoiceSelect
        {...commonProps}
        choices={languages}
        label={t('app.language')}
        placeholder={t('candidates.anyLanguage')}
        value={language ?? null}
        onChange={(code) => onChange({ language: code ?? undefined })}
      />
      <Select
        {...commonProps}
        label={t('candidates.priority')}
        placeholder={t('candidates.anyPriority')}
        value={priority === undefined ? null : String(priority)}
        onChange={(value) => onChange({ priority: value === null ? undefined : Number(value) })}
        data={PRIORITIES.map((value) => ({ value: String(value), label: t(`candidates.priority${value}`) }))}
      />
      <Select
        {...commonProps}
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
