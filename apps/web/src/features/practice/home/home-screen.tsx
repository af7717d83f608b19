import { Button, Center, Text, Title } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { practice, type videos } from '@sayback/contract';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { UnexpectedResponse } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { queryFor } from '../../../api/query.ts';
import { useProfile } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useIsOnline } from '../../../ui/use-is-online.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { useToday } from '../today/use-today.tsx';
import { useSendStoredProgress } from '../unsent/unsent-progress.ts';
import { ContinueCard } from './continue-card.tsx';
import classes from './home-screen.module.css';
import { type Home, useLastHome } from './last-home.ts';
import { isFinished, VideoCard } from './video-card.tsx';
import { VideoFilters } from './video-filters.tsx';
import { videoListQuery } from './video-list-query.ts';

const route = getRouteApi('/');

/** Number of videos in the row of recommended ones, if there is one. */
const FOR_YOU = { min: 2, max: 4 };
/** Number of videos below which the cards are wide, and search is behind a button. */
const MANY_VIDEOS = 12;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/**
 * Shows the video to continue, then the list of videos, with infinite scrolling. Offline, or while the server is slow, it shows
 * the home page of the last visit.
 */
export function HomeScreen() {
  const { t } = useTranslation();
  usePageTitle(t('home.title'));
  useSendStoredProgress();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { data, isPending, isError, error, isPlaceholderData, refetch, ...more } = useInfiniteQuery({
    ...videoListQuery(filter),
    placeholderData: keepPreviousData,
  });
  const lastPractised = useQuery(queryFor(practice.getLastPractised, {}));
  const today = useToday();
  const isFiltered = Boolean(filter.q || filter.language || filter.sort);
  const isAdmin = useProfile()?.is_admin;
  // Waits for both queries: their cards at the top would push the list down.
  const isPreparing = isPending || lastPractised.isPending || today.isLoading;
  // While a filter changes, `data` belongs to the previous filter.
  const [firstPage] = (!isPlaceholderData && !isFiltered && data?.pages) || [];
  const last = lastPractised.data?.last;
  const home = useMemo<Home | null>(
    () =>
      firstPage && last !== undefined && !isFiltered
        ? { videos: firstPage.results, count: firstPage.count, last }
        : null,
    [firstPage, last, isFiltered],
  );
  const { stored, showsStored } = useLastHome(home, { isLoading: isPreparing, isError: isError && !data });
  const shownHome = showsStored && stored && !isFiltered ? stored : null;
  const isLoading = isPreparing && !shownHome;
  const listed = shownHome?.videos ?? data?.pages.flatMap((page) => page.results) ?? [];
  const shownLast = shownHome ? shownHome.last : last;
  const [knownTotal, setKnownTotal] = useState<number>();
  if (firstPage && firstPage.count !== knownTotal) setKnownTotal(firstPage.count);
  const total = knownTotal ?? stored?.count;
  const isEmpty = data !== undefined && listed.length === 0;
  const isFew = !isFiltered && total !== undefined && total < MANY_VIDEOS;
  const { forYou, others } = useForYou(listed, isFiltered);
  const [searchOpenedBy, setSearchOpenedBy] = useState<'url' | 'button' | null>(isFiltered ? 'url' : null);
  const isOnline = useIsOnline();

  return (
    <div className={classes.page} data-few={isFew || undefined}>
      {(isFiltered || searchOpenedBy || (total !== undefined && !isFew)) && (
        <VideoFilters
          filter={filter}
          takesFocus={searchOpenedBy === 'button'}
          onChange={(search) => navigate({ search, replace: true })}
        />
      )}
      {!isLoading && !isFiltered && today.card}
      {!isLoading && !isFiltered && shownLast && <ContinueCard last={shownLast} />}
      {!isLoading && forYou && (
        <section aria-labelledby="for-you">
          <Title order={2} id="for-you" mb="sm">
            {forYou.language ? t('home.languageForYou', forYou) : t('home.forYou')}
          </Title>
          <Grid>
            {forYou.videos.map((video) => (
              <VideoCard key={video.id} video={video} />
            ))}
          </Grid>
        </section>
      )}
      <section aria-labelledby="videos">
        <div className={classes.head}>
          <Title order={1} size="h2" id="videos">
            {t('home.title')}
          </Title>
          {isFew && !searchOpenedBy && listed.length > 1 && (
            <Button
              variant="subtle"
              leftSection={<IconSearch size={18} aria-hidden />}
              onClick={() => setSearchOpenedBy('button')}
            >
              {t('home.searchAndFilter')}
            </Button>
          )}
        </div>
        {isError && !(shownHome && !isOnline) && (
          <Failure
            message={error instanceof UnexpectedResponse ? t('app.unexpectedResponse') : t('home.loadFailed')}
            onRetry={() => refetch()}
          />
        )}
        {isEmpty && (
          <Empty icon={<Logo />} text={t(isFiltered ? 'home.nothingFound' : 'home.empty')}>
            {!isFiltered && !isAdmin && <Text c="dimmed">{t('home.emptyHint')}</Text>}
            {!isFiltered && isAdmin && (
              <Button component={Link} to="/video-manager">
                {t('home.addVideo')}
              </Button>
            )}
            {isFiltered && (
              <Button variant="default" onClick={() => navigate({ search: {} })}>
                {t('home.clear')}
              </Button>
            )}
          </Empty>
        )}
        {isLoading && !isError && <Skeletons />}
        {!isLoading && (
          <Grid>
            {others.map((video) => (
              <VideoCard key={video.id} video={video} />
            ))}
          </Grid>
        )}
        {!isLoading && more.hasNextPage && (
          <NextPage
            isLoading={more.isFetchingNextPage}
            hasFailed={more.isFetchNextPageError}
            load={more.fetchNextPage}
          />
        )}
      </section>
    </div>
  );
}

type Videos = readonly videos.PracticeVideo[];

/** Returns a first row of unfinished videos in the practice languages, unless no others remain for the list. */
function useForYou(listed: Videos, isFiltered: boolean) {
  const { languageName } = useLanguages();
  const practiceLanguages = useProfile()?.target_languages.map(({ language }) => language) ?? [];
  const recommended = listed
    .filter((video) => practiceLanguages.includes(video.original_language) && !isFinished(video))
    .slice(0, FOR_YOU.max);
  if (isFiltered || recommended.length < FOR_YOU.min || recommended.length === listed.length)
    return { forYou: null, others: listed };
  const languages = new Set(recommended.map(({ original_language }) => original_language));
  const [language] = languages.size === 1 ? languages : [];
  return {
    forYou: { videos: recommended, language: language && languageName(language) },
    others: listed.filter((video) => !recommended.includes(video)),
  };
}

const Grid = ({ children }: { children: ReactNode }) => <ul className={classes.grid}>{children}</ul>;

function Skeletons() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('app.loading')} className={classes.grid}>
      {SKELETONS.map((key) => (
        <div key={key} className={classes.skeleton} />
      ))}
    </div>
  );
}

type NextPageProps = { isLoading: boolean; hasFailed: boolean; load: () => unknown };

/** Loads the next page on scrolling near it, or with the button; after a failure only with the button. */
function NextPage({ isLoading, hasFailed, load }: NextPageProps) {
  const { t } = useTranslation();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && !isLoading && !hasFailed) load();
  }, [isNear, isLoading, hasFailed, load]);
  return (
    <Center ref={ref} mt="lg">
      <Button variant="default" loading={isLoading} onClick={() => load()}>
        {t('home.more')}
      </Button>
    </Center>
  );
}
