import { Button, Title } from '@mantine/core';
import { subtitles, videos } from '@sayback/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { keyOf, queryOf } from '../../../api/query.ts';
import { useProfile } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { EditorPage } from './editor-page.tsx';
import classes from './editor-screen.module.css';
import { readAllSegments } from './http-segment-gateway.ts';
import { FILTERS } from './model/filter-segments.ts';
import { readUnsaved } from './use-open-editor.ts';

const route = getRouteApi('/subtitles/$alignmentId/edit');

const alignmentQuery = (id: number) => queryOf(subtitles.getAlignment, { params: { id } });

/** Read at each entry; while the editor is open, it knows better. */
const materialQuery = (alignmentId: number, username: string) =>
  queryOptions({
    queryKey: keyOf(subtitles.listSegments, { params: { id: alignmentId } }, 'editor'),
    queryFn: async ({ signal }) => {
      const [segments, unsaved] = await Promise.all([
        readAllSegments(alignmentId, signal),
        readUnsaved(username, alignmentId),
      ]);
      return { segments, unsaved };
    },
    enabled: username !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The aligned subtitle editor. */
export function EditorScreen() {
  const { t } = useTranslation();
  const { alignmentId } = route.useParams();
  const { page = 1, filter } = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
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
  const videoId = useQuery(alignmentQuery(alignmentId)).data?.video_id;
  /** Goes back, or to the video where there is no history. */
  const goBack = () => {
    if (canGoBack || videoId === undefined) router.history.back();
    else void navigate({ to: '/video-manager/videos/$videoId', params: { videoId } });
  };
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <Button
          variant="subtle"
          color="gray"
          mih={44}
          className={classes.back}
          leftSection={<IconArrowLeft size={18} aria-hidden className={classes.arrow} />}
          onClick={goBack}
        >
          {t('editor.back')}
        </Button>
        <Title order={1} size="h4">
          {t('editor.title')}
        </Title>
        <Facts id={alignmentId} />
      </div>
      <Loaded key={alignmentId} id={alignmentId} {...{ page, filter, onPage }} />
    </div>
  );
}

const useVideo = (alignment: subtitles.Alignment | undefined) =>
  useQuery({
    ...queryOf(videos.getVideo, { params: { id: alignment?.video_id ?? 0 } }),
    enabled: alignment !== undefined,
  });

/** Which video is edited, from which language into which. */
function Facts({ id }: { id: number }) {
  const { nameOf } = useLanguages();
  const alignment = useQuery(alignmentQuery(id)).data;
  const title = useVideo(alignment).data?.title;
  const languages =
    alignment && `${nameOf(alignment.original_language)} → ${nameOf(alignment.target_language)}`;
  return (
    <span className={classes.facts} dir="auto">
      {[title, languages].filter(Boolean).join(' · ')}
    </span>
  );
}

type LoadedProps = {
  id: number;
  page: number;
  filter: string | undefined;
  onPage: (page: number) => void;
};

function Loaded({ id, page, filter, onPage }: LoadedProps) {
  const { t } = useTranslation();
  const username = useProfile()?.username ?? '';
  const alignment = useQuery(alignmentQuery(id));
  const material = useQuery(materialQuery(id, username));
  const video = useVideo(alignment.data);
  const failed = [alignment, material].find(({ error, data }) => error && !data);
  return (
    <>
      {failed ? (
        <LoadFailure
          error={failed.error}
          message={t(failed === alignment ? 'editor.videoFailed' : 'editor.loadFailed')}
          onRetry={() => void failed.refetch()}
        />
      ) : alignment.data && material.data && (video.data || video.error) ? (
        <EditorPage
          alignment={alignment.data}
          segments={material.data.segments}
          unsaved={material.data.unsaved}
          video={video.data ?? null}
          {...{ username, page, onPage }}
          startFilter={FILTERS.find((known) => known === filter) ?? 'all'}
        />
      ) : (
        <Skeletons heights={[44, 140, 140, 140, 140]} />
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
