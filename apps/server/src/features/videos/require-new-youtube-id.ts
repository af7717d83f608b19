import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { videoStore } from './store.ts';

/** Throws a 409 with the video's id if another video than `exceptId` has this YouTube id, even in the trash. */
export async function requireNewYouTubeId(
  transaction: Database,
  youtube_id: string | null | undefined,
  exceptId?: number,
): Promise<void> {
  if (!youtube_id) return;
  const existing = await videoStore(transaction).lockYouTubeId(youtube_id);
  if (!existing || existing.id === exceptId) return;
  const message = existing.trashed_at ? 'videos.youTubeIdInTrash' : 'videos.youTubeIdTaken';
  throw new AppError('conflict', message, { extra: { video_id: existing.id } });
}
