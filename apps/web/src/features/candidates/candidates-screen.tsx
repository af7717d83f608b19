import '@mantine/core/styles/Tabs.css';
import { Button, Group, Stack, Tabs, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { candidates } from '@sayback/contract';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from '../../locales/translation.ts';
import { buttonIcon } from '../../ui/button-icon.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import classes from './candidates-screen.module.css';
import { type CandidatesFilter, filterFromSearch, hasFilter } from './candidates-search.ts';
import { CaptionsState, Quota } from './captions/youtube-state.tsx';
import { CandidateFilters } from './list/candidate-filters.tsx';
import { CandidateResults } from './list/candidate-results.tsx';
import { StatCards } from './list/stat-cards.tsx';
import { statsQuery } from './queries.ts';
import { SearchDialog } from './search/search-dialog.tsx';
import { SearchStatus, useSearchVideos } from './search/use-search-videos.tsx';

const route = getRouteApi('/youtube-candidates');

const TABS = ['pending', 'approved', 'rejected', 'processed'] as const;

/** The list of candidates from YouTube searches, for administrators to review. */
export function CandidatesScreen() {
  const { t } = useTranslation();
  usePageTitle(t('candidates.title'));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isSearching, { open, close }] = useDisclosure();
  const videoSearch = useSearchVideos(close);
  const filter = filterFromSearch(search);
  const changeFilter = (changes: CandidatesFilter) =>
    void navigate({ search: { ...filter, ...changes, page: undefined }, replace: true });
  const tab = filter.status ?? 'all';
  const { data: stats } = useQuery(statsQuery);
  // Before the first search there is nothing to filter; without the filters, the search button stays in view.
  const hasFilters = stats?.total !== 0 || hasFilter(filter);

  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="md">
        <Title order={1}>{t('candidates.title')}</Title>
        <Group gap="md">
          <Quota />
          <Button leftSection={buttonIcon(IconSearch)} onClick={open}>
            {t('candidates.searchVideos')}
          </Button>
        </Group>
      </Group>
      <StatCards />
      <CaptionsState />
      {!isSearching && <SearchStatus videoSearch={videoSearch} />}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) =>
          changeFilter({ status: value === 'all' ? undefined : (value as candidates.ReviewStatus) })
        }
      >
        <Tabs.List className={classes.tabs}>
          <Tabs.Tab value="all">{t('candidates.all')}</Tabs.Tab>
          {TABS.map((status) => (
            <Tabs.Tab key={status} value={status}>
              {t(`candidates.${status}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="lg">
          <Stack gap="md">
            {hasFilters && <CandidateFilters filter={filter} onChange={changeFilter} />}
            <CandidateResults
              search={search}
              onTurn={(page, replace = false) =>
                void navigate({ search: { ...filter, page: page > 1 ? page : undefined }, replace })
              }
              onShowAll={() => void navigate({ search: {} })}
              onSearch={open}
            />
          </Stack>
        </Tabs.Panel>
      </Tabs>
      {isSearching && <SearchDialog videoSearch={videoSearch} onClose={close} />}
    </Stack>
  );
}
