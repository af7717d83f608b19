import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { AddVideoDialog } from '../form/add-video-dialog.tsx';
import { ManagedVideos } from './managed-videos.tsx';
import { TrashedVideos } from './trashed-videos.tsx';

const route = getRouteApi('/video-manager');

/** All videos, for administrators, with a dialog to add one; or the trash. */
export function VideoManagerScreen() {
  const { q, view } = route.useSearch();
  const navigate = route.useNavigate();
  const [isAdding, { open, close }] = useDisclosure();
  if (view === 'trash') return <TrashedVideos />;
  return (
    <>
      <ManagedVideos
        query={q ?? ''}
        onSearch={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
        onAdd={open}
      />
      <AddVideoDialog opened={isAdding} onClose={close} />
    </>
  );
}
