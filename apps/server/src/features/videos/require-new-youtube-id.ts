import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { videoStore } from './store.ts';

/** Throws a 409 with the id of another video that has this YouTube id, in the trash or not. `own` may have it. */
export async function requireNewYouTubeId(
  transaction: Database,
  youtube_id: string | null | undefined,
  own?: number,
): Promise<void> {
  if (!youtube_id) return;
  const present = await videoStore(transaction).lockYouTubeId(youtube_id);
  if (!present || present.id === own) return;
  const message = present.trashed_at ? 'videos.youTubeIdInTrash' : 'videos.youTubeIdTaken';
  throw new AppError('conflict', message, { extra: { video_id: present.id } });
}
