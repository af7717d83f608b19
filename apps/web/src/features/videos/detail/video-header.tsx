import '@mantine/core/styles/Badge.css';
import { Badge, Button, Flex, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { videos } from '@sayback/contract';
import { IconBrandYoutube, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useCountries, useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import header from '../../../ui/details-header.module.css';
import { VideoThumbnail } from '../../../ui/video-thumbnail.tsx';
import { PublishButton } from '../publish/publish-button.tsx';
import { PublishedProblems } from '../publish/published-problems.tsx';
import { lacksMedia } from '../queries.ts';
import { EditVideoForm } from './edit-video-form.tsx';
import classes from './video-header.module.css';

export function VideoHeader({ video }: { video: videos.Video }) {
  const [isEditing, { open, close }] = useDisclosure();
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <EditVideoForm video={video} onDone={close} />;
  return <VideoHeaderView video={video} editButton={editButton} onEdit={open} />;
}

type HeaderProps = {
  video: videos.Video;
  editButton: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
};

function VideoHeaderView({ video, editButton, onEdit }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={header.header}>
      <div className={classes.picture}>
        <VideoThumbnail video={video} />
      </div>
      <Flex direction="column" gap="0.85rem" miw={0}>
        <Title order={1} className={header.title} dir="auto" lang={video.original_language}>
          {video.title || t('videoDetail.unknown')}
        </Title>
        <Chips video={video} />
        {video.description && (
          <p className={classes.description} dir="auto" lang={video.original_language}>
            {video.description}
          </p>
        )}
        <Actions video={video} editButton={editButton} onEdit={onEdit} />
        {video.published && <PublishedProblems video={video} />}
      </Flex>
    </header>
  );
}

function Chips({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const countries = useCountries();
  const { youtube_id, country, published } = video;
  return (
    <Group gap="xs">
      {youtube_id && (
        <a
          className={classes.youtube}
          href={`https://www.youtube.com/watch?v=${youtube_id}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('videoDetail.openOnYoutube', { id: youtube_id })}
        >
          <IconBrandYoutube size={18} aria-hidden />
          {youtube_id}
        </a>
      )}
      <Badge size="lg" variant="default">
        {languageName(video.original_language)}
      </Badge>
      {country && (
        <Badge size="lg" variant="default">
          {countries.find(({ code }) => code === country)?.name ?? country}
        </Badge>
      )}
      <span role="status">
        <Badge size="lg" variant={published ? 'light' : 'default'} data-testid="video-state">
          {t(published ? 'videoDetail.published' : 'videoManager.draft')}
        </Badge>
      </span>
    </Group>
  );
}

function Actions({ video, editButton, onEdit }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" mt="0.25rem">
      {!lacksMedia(video) && (
        <Button
          // For a draft, the main buttons are further down.
          variant={video.published ? 'filled' : 'default'}
          leftSection={buttonIcon(IconPlayerPlay)}
          renderRoot={(props) => <Link {...props} to="/video/$videoId" params={{ videoId: video.id }} />}
        >
          {t('videoDetail.practise')}
        </Button>
      )}
      <PublishButton video={video} variant="default" />
      <Button ref={editButton} variant="default" leftSection={buttonIcon(IconPencil)} onClick={onEdit}>
        {t('videoDetail.edit')}
      </Button>
    </Group>
  );
}
