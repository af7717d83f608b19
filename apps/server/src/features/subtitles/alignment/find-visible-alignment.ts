import { mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { findVisibleVideo, videoStore } from '../../videos/index.ts';
import { alignmentStore, NO_ALIGNMENT } from './alignment-store.ts';

/** Finds an alignment and its video, if the viewer has access. Throws a 404 otherwise. */
export async function findVisibleAlignment(db: Database, id: number, viewer: Viewer) {
  const alignment = mustExist(await alignmentStore(db).find(id), NO_ALIGNMENT);
  return { alignment, video: await findVisibleVideo(videoStore(db), alignment.video_id, viewer) };
}
