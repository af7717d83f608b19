import { NativeSelect } from '@mantine/core';
import { videos } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useLanguages } from '../../../api/languages.ts';
import { queryFor } from '../../../api/query.ts';
import { useProfile } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import classes from './video-filters.module.css';
import type { VideoFilter } from './video-list-query.ts';

type Props = {
  filter: VideoFilter;
  /** True if a button has just opened the search. */
  takesFocus: boolean;
  onChange: (filter: VideoFilter) => void;
};

/** Search, sort order, and chips for the languages of the videos. */
export function VideoFilters({ filter, takesFocus, onChange }: Props) {
  const { t } = useTranslation();
  const change = (changes: Partial<Record<keyof VideoFilter, string>>) =>
    onChange(removeEmpty({ ...filter, ...changes }));

  return (
    <search className={classes.filters}>
      <LanguageChips chosen={filter.language} onChoose={(language) => change({ language })} />
      <SearchField
        className={classes.search}
        placeholder={t('home.search')}
        autoFocus={takesFocus}
        query={filter.q}
        onSearch={(q) => change({ q })}
      />
      {/* Mantine's Select would add 38 kB to the first visit. */}
      <NativeSelect
        className={classes.sort}
        aria-label={t('home.sort')}
        size="md"
        data={[
          { value: '', label: t('home.forYou') },
          ...videos.VIDEO_SORTS.map((value) => ({ value, label: t(SORT_NAMES[value]) })),
        ]}
        value={filter.sort ?? ''}
        onChange={({ currentTarget: { value } }) => change({ sort: value })}
      />
    </search>
  );
}

const SORT_NAMES = { new: 'home.sortNew', short: 'home.sortShort', begun: 'home.sortLastPractised' } as const;

const removeEmpty = (filter: Partial<Record<keyof VideoFilter, string>>): VideoFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value));

type ChipProps = { chosen: string | undefined; onChoose: (language: string) => void };

/** Language chips, practice languages first; hidden if all videos have the same language. */
function LanguageChips({ chosen, onChoose }: ChipProps) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { data: spokenLanguages = [] } = useQuery(queryFor(videos.listVideoLanguages, {}));
  const practiceLanguages = new Set(useProfile()?.target_languages.map(({ language }) => language));
  const languages = [...new Set([...spokenLanguages, ...(chosen ? [chosen] : [])])]
    .map((code) => ({ code, name: languageName(code) }))
    .sort(
      (a, b) =>
        Number(practiceLanguages.has(b.code)) - Number(practiceLanguages.has(a.code)) ||
        a.name.localeCompare(b.name),
    );
  if (languages.length < 2 && !chosen) return null;
  return (
    <fieldset className={classes.chips} aria-label={t('app.language')}>
      {[{ code: '', name: t('home.all') }, ...languages].map(({ code, name }) => (
        <button
          key={code}
          type="button"
          className={classes.chip}
          aria-pressed={code === (chosen ?? '')}
          onClick={() => onChoose(code)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
