import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/Skeleton.css';
import { Button, Center, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { AddVideoDialog } from './add-video-dialog.tsx';
import { ManagedVideoCard } from './managed-video-card.tsx';
import { managedVideosQuery } from './queries.ts';

const COLUMNS = { base: 1, sm: 2, md: 3, lg: 4 };
const CARD_HEIGHT = 350;

/** Every video, for administrators, and the dialog that adds one. */
export function VideoManagerScreen() {
  const { t } = useTranslation();
  usePageTitle(t('videoManager.title'));
  const { data, error, refetch } = useQuery(managedVideosQuery);
  const [isAdding, { open, close }] = useDisclosure();

  if (error && !data) {
    return <Failure message={messageOf(error, t('videoManager.loadFailed'))} onRetry={() => refetch()} />;
  }
  const addButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} mih={44} onClick={open}>
      {t('videoManager.add')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="md">
        <Title order={1}>{t('videoManager.title')}</Title>
        {data && data.length > 0 && addButton}
      </Group>
      {!data && <Skeletons />}
      {data?.length === 0 && (
        <Center mih="40vh">
          <Stack align="center">
            <Text c="dimmed">{t('videoManager.empty')}</Text>
            {addButton}
          </Stack>
        </Center>
      )}
      {data && data.length > 0 && (
        <SimpleGrid cols={COLUMNS} spacing="lg" component="ul" p={0} m={0}>
          {data.map((video) => (
            <ManagedVideoCard key={video.id} video={video} />
          ))}
        </SimpleGrid>
      )}
      <AddVideoDialog opened={isAdding} onClose={close} />
    </Stack>
  );
}

function Skeletons() {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={COLUMNS} spacing="lg" role="status" aria-label={t('app.loading')}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={CARD_HEIGHT} radius="lg" />
      ))}
    </SimpleGrid>
  );
}
