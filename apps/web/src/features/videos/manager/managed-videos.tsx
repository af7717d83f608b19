import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/Skeleton.css';
import { Button, Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { videos } from '@sayback/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { findVideos } from './find-videos.ts';
import { ManagedVideoCard } from './managed-video-card.tsx';
import { TrashDialog } from './trash-dialog.tsx';

type Props = { query: string; onSearch: (text: string) => void; onAdd: () => void };

export function ManagedVideos({ query, onSearch, onAdd }: Props) {
  const { t } = useTranslation();
  usePageTitle(t('nav.videoManager'));
  const { data, error, refetch } = useQuery(queryFor(videos.listManagedVideos, {}));
  const [videoToTrash, setVideoToTrash] = useState<videos.ManagedVideo | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  if (error && !data) {
    return <Failure message={withReason(t('home.loadFailed'), error)} onRetry={() => refetch()} />;
  }
  const addButton = (
    <Button leftSection={buttonIcon(IconPlus)} onClick={onAdd}>
      {t('videoManager.add')}
    </Button>
  );
  const hasVideos = data !== undefined && data.length > 0;
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="md">
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('nav.videoManager')}
        </Title>
        <Group gap="sm">
          <TrashLink />
          {hasVideos && addButton}
        </Group>
      </Group>
      {hasVideos && (
        <search>
          <SearchField placeholder={t('videoManager.search')} maw={360} query={query} onSearch={onSearch} />
        </search>
      )}
      {!data && <VideoGridSkeleton />}
      {data?.length === 0 && <Empty text={t('videoManager.empty')}>{addButton}</Empty>}
      {hasVideos && <Results list={findVideos(data, query)} onSearch={onSearch} onDelete={setVideoToTrash} />}
      {videoToTrash && (
        <TrashDialog video={videoToTrash} onClose={() => setVideoToTrash(null)} focusAfterwards={heading} />
      )}
    </Stack>
  );
}

function TrashLink() {
  const { t } = useTranslation();
  return (
    <Button
      variant="quiet"
      leftSection={buttonIcon(IconTrash)}
      renderRoot={(props) => <Link {...props} to="/video-manager" search={{ view: 'trash' }} />}
    >
      {t('videoManager.trash')}
    </Button>
  );
}

type ResultsProps = {
  list: videos.ManagedVideo[];
  onSearch: (text: string) => void;
  onDelete: (video: videos.ManagedVideo) => void;
};

function Results({ list, onSearch, onDelete }: ResultsProps) {
  const { t } = useTranslation();
  if (list.length === 0) {
    return (
      <Empty text={t('home.nothingFound')} isAnnounced>
        <Button variant="default" onClick={() => onSearch('')}>
          {t('home.clear')}
        </Button>
      </Empty>
    );
  }
  return (
    <VideoGrid>
      {list.map((video) => (
        <ManagedVideoCard key={video.id} video={video} onDelete={() => onDelete(video)} />
      ))}
    </VideoGrid>
  );
}

const COLUMNS = { base: 1, sm: 2, md: 3, lg: 4 };
const CARD_HEIGHT = 370;

const VideoGrid = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={COLUMNS} spacing="lg" component="ul" p={0} m={0}>
    {children}
  </SimpleGrid>
);

function VideoGridSkeleton() {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={COLUMNS} spacing="lg" role="status" aria-label={t('app.loading')}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={CARD_HEIGHT} radius="lg" />
      ))}
    </SimpleGrid>
  );
}
