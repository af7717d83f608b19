import { subtitles } from '@sayback/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { queryKeyFor } from '../../../api/query.ts';
import { useAccount } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { EditorPage } from './editor-page.tsx';
import classes from './editor-screen.module.css';
import { fetchAllSegments } from './http-segment-gateway.ts';
import { FILTERS } from './model/filter-segments.ts';
import { alignmentQuery, EditorHeader, useVideo } from './toolbar/editor-header.tsx';
import { loadUnsaved } from './use-open-editor.ts';

const route = getRouteApi('/subtitles/$alignmentId/edit');

/** Loads the segments and the unsaved rows. Never refetched while the editor is open, since its state is newer. */
const segmentsQuery = (alignmentId: number, account: string) =>
  queryOptions({
    queryKey: queryKeyFor(subtitles.listSegments, { params: { id: alignmentId } }, 'editor'),
    queryFn: async ({ signal }) => {
      const [segments, unsaved] = await Promise.all([
        fetchAllSegments(alignmentId, signal),
        loadUnsaved(account, alignmentId),
      ]);
      return { segments, unsaved };
    },
    enabled: account !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function EditorScreen() {
  const { t } = useTranslation();
  const { alignmentId } = route.useParams();
  const { page = 1, filter } = route.useSearch();
  const navigate = useNavigate();
  usePageTitle(t('editor.title'));
  const onPage = useCallback(
    (nextPage: number) =>
      void navigate({
        to: '/subtitles/$alignmentId/edit',
        params: { alignmentId },
        search: { page: nextPage === 1 ? undefined : nextPage },
        replace: true,
        resetScroll: false,
      }),
    [navigate, alignmentId],
  );
  return (
    <div className={classes.screen}>
      <EditorLoader key={alignmentId} id={alignmentId} {...{ page, filter, onPage }} />
    </div>
  );
}

type EditorLoaderProps = {
  id: number;
  page: number;
  filter: string | undefined;
  onPage: (page: number) => void;
};

function EditorLoader({ id, page, filter, onPage }: EditorLoaderProps) {
  const { t } = useTranslation();
  const account = useAccount();
  const alignment = useQuery(alignmentQuery(id));
  const rows = useQuery(segmentsQuery(id, account));
  const video = useVideo(alignment.data);
  const failed = [alignment, rows].find(({ error, data }) => error && !data);
  if (!failed && alignment.data && rows.data && (video.data || video.error))
    return (
      <EditorPage
        alignment={alignment.data}
        segments={rows.data.segments}
        unsaved={rows.data.unsaved}
        video={video.data ?? null}
        {...{ account, page, onPage }}
        initialFilter={FILTERS.find((filterName) => filterName === filter) ?? 'all'}
      />
    );
  return (
    <>
      <EditorHeader alignmentId={id} />
      {failed ? (
        <LoadFailure
          error={failed.error}
          message={t(failed === alignment ? 'editor.videoFailed' : 'editor.loadFailed')}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <Skeletons heights={[28, 46, 46, 46, 46, 46, 46, 46, 46]} />
      )}
    </>
  );
}

type FailureProps = { error: Error | null; message: string; onRetry: () => void };

function LoadFailure({ error, message, onRetry }: FailureProps) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.status === 404) return <Failure message={t('editor.notFound')} />;
  return <Failure message={message} onRetry={onRetry} />;
}
