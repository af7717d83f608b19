import { Button, Group, Select, TextInput } from '@mantine/core';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './search-dialog.module.css';
import {
  CATEGORIES,
  DEFAULT_FILTERS,
  type FilterName,
  parseMaxResults,
  type SearchDraft,
} from './search-settings.ts';

type Props = { draft: SearchDraft; onChange: (draft: SearchDraft) => void };

/** The number of results, and YouTube's filters. */
export function FilterFields({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const { search_filters: filters } = draft;
  const setFilter = (name: FilterName, value: string) =>
    onChange({ ...draft, search_filters: { ...filters, [name]: value } });

  const select = (name: FilterName, label: string, choices: [string, string][]) => (
    <Select
      label={label}
      size="md"
      className={classes.input}
      allowDeselect={false}
      value={filters[name]}
      onChange={(value) => setFilter(name, value ?? '')}
      data={choices.map(([value, text]) => ({ value, label: text }))}
    />
  );
  const date = (name: 'published_after' | 'published_before', label: string) => (
    <TextInput
      type="date"
      label={label}
      className={classes.input}
      value={filters[name].slice(0, 10)}
      onChange={({ currentTarget }) => setFilter(name, currentTarget.value)}
    />
  );
  return (
    <fieldset>
      <Group justify="space-between" mb="xs">
        <legend className={classes.legend}>{t('candidateSearch.filters')}</legend>
        <Button variant="quiet" onClick={() => onChange({ ...draft, search_filters: DEFAULT_FILTERS })}>
          {t('candidateSearch.reset')}
        </Button>
      </Group>
      <div className={classes.fields}>
        <TextInput
          type="number"
          min={1}
          max={50}
          label={t('candidateSearch.maxResults')}
          className={classes.input}
          value={draft.max_results}
          onChange={({ currentTarget }) => onChange({ ...draft, max_results: currentTarget.value })}
          onBlur={() => onChange({ ...draft, max_results: String(parseMaxResults(draft.max_results)) })}
        />
        {select('video_caption', t('candidateSearch.caption'), [
          ['', t('candidateSearch.captionAny')],
          ['closedCaption', t('candidateSearch.captionClosed')],
          ['none', t('candidateSearch.captionNone')],
        ])}
        {select('video_duration', t('candidateSearch.duration'), [
          ['', t('candidateSearch.durationAny')],
          ['short', t('candidateSearch.durationShort')],
          ['medium', t('candidateSearch.durationMedium')],
          ['long', t('candidateSearch.durationLong')],
        ])}
        {select('video_definition', t('candidateSearch.definition'), [
          ['', t('candidateSearch.definitionAny')],
          ['high', t('candidateSearch.definitionHigh')],
          ['standard', t('candidateSearch.definitionStandard')],
        ])}
        {date('published_after', t('candidateSearch.publishedAfter'))}
        {date('published_before', t('candidateSearch.publishedBefore'))}
        {select('video_category_id', t('candidateSearch.category'), [
          ['', t('candidateSearch.anyCategory')],
          ...CATEGORIES.map((id): [string, string] => [id, t(`candidateSearch.category${id}`)]),
        ])}
        {select('safe_search', t('candidateSearch.safeSearch'), [
          ['none', t('candidateSearch.safeNone')],
          ['moderate', t('candidateSearch.safeModerate')],
          ['strict', t('candidateSearch.safeStrict')],
        ])}
        {select('video_license', t('candidateSearch.license'), [
          ['', t('candidateSearch.licenseAny')],
          ['youtube', t('candidateSearch.licenseYoutube')],
          ['creativeCommon', t('candidateSearch.licenseCommons')],
        ])}
      </div>
    </fieldset>
  );
}
