import { Flex, Title } from '@mantine/core';
import { subtitles, videos } from '@sayback/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useLanguages } from '../../../../api/languages.ts';
import { queryFor } from '../../../../api/query.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { ToolButton } from '../../../../ui/commands/tool-button.tsx';
import classes from './editor-header.module.css';

export const alignmentQuery = (id: number) => queryFor(subtitles.getAlignment, { params: { id } });

export const useVideo = (alignment: subtitles.Alignment | undefined) =>
  useQuery({
    ...queryFor(videos.getVideo, { params: { id: alignment?.video_id ?? 0 } }),
    enabled: alignment !== undefined,
  });

/** Back button, with the screen's title, the languages and the video's title. */
export function EditorHeader({ alignmentId }: { alignmentId: number }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const alignment = useQuery(alignmentQuery(alignmentId)).data;
  const title = useVideo(alignment).data?.title;
  const languages =
    alignment && `${languageName(alignment.original_language)} → ${languageName(alignment.target_language)}`;
  // Languages first, since a long title is truncated.
  const subtitle = [languages, title].filter(Boolean).join(' · ');
  /** Goes back in the history, or to the video if there is none. */
  const goBack = () => {
    if (canGoBack || alignment === undefined) router.history.back();
    else void navigate({ to: '/video-manager/videos/$videoId', params: { videoId: alignment.video_id } });
  };
  return (
    <Flex flex="1 1 9rem" gap="0.25rem" align="center" miw={0} mih="3rem">
      <ToolButton
        name={t('editor.back')}
        Icon={IconArrowLeft}
        variant="subtle"
        className={classes.back}
        iconClassName={classes.arrow}
        onClick={goBack}
      />
      <div className={classes.titles}>
        <Title order={1} className={classes.title}>
          {t('editor.title')}
        </Title>
        <p className={classes.subtitle} dir="auto" title={subtitle}>
          {subtitle}
        </p>
      </div>
    </Flex>
  );
}
