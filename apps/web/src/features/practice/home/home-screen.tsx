import '@mantine/core/styles/SimpleGrid.css';
import { Button, Center, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { UnexpectedResponse } from '../../../api/api-error.ts';
import { Failure } from '../../../ui/failure.tsx';
import { PageLoader } from '../../../ui/page-loader.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { videoListQuery } from '../queries.ts';
import { VideoCard } from './video-card.tsx';
import { VideoFilters } from './video-filters.tsx';

const route = getRouteApi('/');

/** The videos to choose from: the practice languages first, more of them as one scrolls. */
export function HomeScreen() {
  const { t } = useTranslation();
  usePageTitle(t('home.title'));
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { data, isPending, isError, error, refetch, ...more } = useInfiniteQuery({
    ...videoListQuery(filter),
    placeholderData: keepPreviousData,
  });
  const videos = data?.pages.flatMap((page) => page.results) ?? [];
  const isFiltered = Boolean(filter.q || filter.language);

  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="md">
        <Title order={1}>{t('home.title')}</Title>
        <VideoFilters filter={filter} onChange={(search) => navigate({ search, replace: true })} />
      </Group>
      {isPending && <PageLoader />}
      {isError && (
        <Failure
          message={error instanceof UnexpectedResponse ? t('app.unexpectedResponse') : t('home.loadFailed')}
          onRetry={() => refetch()}
        />
      )}
      {data && videos.length === 0 && (
        <Center mih="30vh">
          <Stack align="center">
            <Text c="dimmed">{isFiltered ? t('home.nothingFound') : t('home.empty')}</Text>
            {isFiltered && (
              <Button variant="default" onClick={() => navigate({ search: {} })}>
                {t('home.clear')}
              </Button>
            )}
          </Stack>
        </Center>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3, lg: 4 }} spacing="lg" component="ul" p={0} m={0}>
        {videos.map((video) => (
          <VideoCard key={video.id} video={video} />
        ))}
      </SimpleGrid>
      {more.hasNextPage && <NextPage isLoading={more.isFetchingNextPage} load={more.fetchNextPage} />}
    </Stack>
  );
}

/** Loads the next page when scrolled near; also a button. */
function NextPage({ isLoading, load }: { isLoading: boolean; load: () => unknown }) {
  const { t } = useTranslation();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && !isLoading) load();
  }, [isNear, isLoading, load]);
  return (
    <Center ref={ref}>
      <Button variant="default" loading={isLoading} onClick={() => load()}>
        {t('home.more')}
      </Button>
    </Center>
  );
}
