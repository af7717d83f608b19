import '@mantine/core/styles/Skeleton.css';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, withReason } from '../../api/api-error.ts';
import { useLanguages } from '../../api/languages.ts';
import { queryFor } from '../../api/query.ts';
import { useTranslation } from '../../locales/translation.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Skeletons } from '../../ui/feedback/skeletons.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import classes from './subtitle-page.module.css';

type Props = {
  id: number;
  title: string;
  loadFailed: string;
  children: (subtitle: subtitles.SubtitleDetail) => ReactNode;
};

/** A page about one subtitle, with a link back to its video. */
export function SubtitlePage({ id, ...props }: Props) {
  usePageTitle(props.title);
  return <SubtitleLoader key={id} id={id} {...props} />;
}

function SubtitleLoader({ id, title, loadFailed, children }: Props) {
  const { t } = useTranslation();
  const { data: subtitle, error, refetch } = useQuery(queryFor(subtitles.getSubtitle, { params: { id } }));
  if (error && !subtitle) {
    const isMissing = error instanceof ApiError && error.status === 404;
    return (
      <Failure message={withReason(loadFailed, error)} {...(!isMissing && { onRetry: () => refetch() })} />
    );
  }
  return (
    <Stack gap="lg">
      <div>
        {subtitle ? (
          <BackLink to="/video-manager/videos/$videoId" params={{ videoId: subtitle.video_id }}>
            {t('revisions.back')}
          </BackLink>
        ) : (
          <Skeleton height={44} width={180} />
        )}
        <Title order={1} mt="sm">
          {title}
        </Title>
        {subtitle && <SubtitleSummary subtitle={subtitle} />}
      </div>
      {subtitle ? children(subtitle) : <ListSkeleton />}
    </Stack>
  );
}

function SubtitleSummary({ subtitle }: { subtitle: subtitles.SubtitleDetail }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { video_title, original_language, language, is_original } = subtitle;
  return (
    <Text c="dimmed" mt={4} className={classes.about}>
      <span dir="auto" lang={original_language}>
        {video_title}
      </span>
      <span>
        {languageName(language)}
        {is_original && ` ${t('videoDetail.original')}`}
      </span>
    </Text>
  );
}

export const ListSkeleton = () => <Skeletons heights={[88, 88, 88]} />;
