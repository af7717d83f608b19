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
  /** True if a button has just opened the search: it takes the focus. */
  isOpened: boolean;
  onChange: (filter: VideoFilter) => void;
};

/** Search, the order of the list, and chips for the languages that videos exist in. */
export function VideoFilters({ filter, isOpened, onChange }: Props) {
  const { t } = useTranslation();
  const change = (changes: Partial<Record<keyof VideoFilter, string>>) =>
    onChange(withoutEmpty({ ...filter, ...changes }));

  return (
    <search className={classes.filters}>
      <LanguageChips chosen={filter.language} onChoose={(language) => change({ language })} />
      <SearchField
        className={classes.search}
        placeholder={t('home.search')}
        autoFocus={isOpened}
        query={filter.q}
        onSearch={(q) => change({ q })}
      />
      {/* The native select: Mantine's would add 38 kB to the first visit. */}
      <NativeSelect
        className={classes.sort}
        aria-label={t('home.sort')}
        size="md"
        data={[
          { value: '', label: t('home.sortForYou') },
          ...videos.VIDEO_SORTS.map((value) => ({ value, label: t(SORT_NAMES[value]) })),
        ]}
        value={filter.sort ?? ''}
        onChange={({ currentTarget: { value } }) => change({ sort: value })}
      />
    </search>
  );
}

const SORT_NAMES = { new: 'home.sortNew', short: 'home.sortShort', begun: 'home.sortLastPractised' } as const;

const withoutEmpty = (filter: Partial<Record<keyof VideoFilter, string>>): VideoFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value));

type ChipProps = { chosen: string | undefined; onChoose: (language: string) => void };

/** Language chips, the practice languages first. None if all videos have the same language. */
function LanguageChips({ chosen, onChoose }: ChipProps) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { data: spoken = [] } = useQuery(queryFor(videos.listVideoLanguages, {}));
  const practised = new Set(useProfile()?.target_languages.map(({ language }) => language));
  const offered = [...new Set([...spoken, ...(chosen ? [chosen] : [])])]
    .map((code) => ({ code, name: languageName(code) }))
    .sort(
      (a, b) => Number(practised.has(b.code)) - Number(practised.has(a.code)) || a.name.localeCompare(b.name),
    );
  if (offered.length < 2 && !chosen) return null;
  return (
    <fieldset className={classes.chips} aria-label={t('home.language')}>
      {[{ code: '', name: t('home.all') }, ...offered].map(({ code, name }) => (
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
