import '@mantine/core/styles/Skeleton.css';
import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { useLanguages } from '../../../api/languages.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import page from '../subtitle-page.module.css';
import { ListSkeleton } from '../subtitle-page.tsx';
import { segmentsQuery } from './queries.ts';
import { RegexEditor } from './regex-editor.tsx';

const route = getRouteApi('/subtitles/$revisionId/regex-edit');

/** Edits the texts of a revision by search and replace, in a draft. */
export function RegexScreen() {
  const { t } = useTranslation();
  const { revisionId } = route.useParams();
  usePageTitle(t('regex.title'));
  return <RegexLoader key={revisionId} id={revisionId} />;
}

function RegexLoader({ id }: { id: number }) {
  const { t } = useTranslation();
  const revision = useQuery(queryFor(subtitles.getRevision, { params: { id } }));
  const segments = useQuery(segmentsQuery(id));
  const failed = [revision, segments].find(({ error, data }) => error && !data);
  if (failed) {
    const { error } = failed;
    if (error instanceof ApiError && error.status === 404) return <Failure message={t('regex.notFound')} />;
    const retry = () => void failed.refetch();
    return <Failure message={withReason(t('editor.loadFailed'), error)} onRetry={retry} />;
  }
  return (
    <Stack gap="md">
      <RevisionHeading revision={revision.data} />
      {revision.data && segments.data ? (
        <RegexEditor revision={revision.data} segments={segments.data} />
      ) : (
        <ListSkeleton />
      )}
    </Stack>
  );
}

function RevisionHeading({ revision }: { revision: subtitles.RevisionDetail | undefined }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  return (
    <div>
      {revision ? (
        <BackLink to="/revisions/$subtitleId" params={{ subtitleId: revision.subtitle_id }}>
          {t('regex.backToRevisions')}
        </BackLink>
      ) : (
        <Skeleton height={44} width={180} />
      )}
      <Title order={1} mt={4}>
        {t('regex.title')}
      </Title>
      {revision && (
        <Text component="div" c="dimmed" mt={4} className={page.about}>
          <span dir="auto">{revision.video_title}</span>
          <span>{languageName(revision.language)}</span>
          <Group component="span" gap={6}>
            {t('revisions.name', { id: revision.id })}
            <span>
              ({t(revision.kind === 'alignment' ? 'revisions.kindAlignment' : 'revisions.kindFile')})
            </span>
          </Group>
        </Text>
      )}
    </div>
  );
}
