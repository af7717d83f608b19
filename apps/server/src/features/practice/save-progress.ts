import { badField } from '../../errors/app-error.ts';
import type { ProgressStore } from './progress-store.ts';

async function usedAlignment(
  store: ProgressStore,
  userId: number,
  videoId: number,
  wanted: number | undefined,
  field: string,
): Promise<number | null> {
  if (wanted === undefined) return store.defaultAlignment(userId, videoId);
  if (await store.alignmentIsOf(videoId, wanted)) return wanted;
  throw badField(field, 'practice.otherVideo');
}

/**
 * Where the learner is in an alignment: the place as saved, unless the alignment has changed since or is another one;
 * then the segment that starts nearest to where the saved one started.
 */
export async function findProgress(
  store: ProgressStore,
  userId: number,
  videoId: number,
  wantedAlignment?: number,
): Promise<number> {
  const alignment = await usedAlignment(store, userId, videoId, wantedAlignment, 'alignment');
  const place = await store.find(userId, videoId);
  if (!place) return 0;
  if (alignment === null || place.start_ms === null) return place.last_segment;
  const unmoved =
    place.alignment_id === alignment &&
    (await store.startOf(alignment, place.last_segment)) === place.start_ms;
  return unmoved ? place.last_segment : store.nearest(alignment, place.start_ms);
}

/** Keeps where the learner is. Throws a 400 for a segment that the alignment doesn't have. */
export async function saveProgress(
  store: ProgressStore,
  userId: number,
  saved: { video_id: number; last_segment: number; alignment_id?: number | undefined },
): Promise<void> {
  const { video_id, last_segment } = saved;
  const alignment_id = await usedAlignment(store, userId, video_id, saved.alignment_id, 'alignment_id');
  const start_ms = alignment_id === null ? null : await store.startOf(alignment_id, last_segment);
  if (alignment_id !== null && start_ms === null) {
    throw badField('last_segment', 'practice.noSegment');
  }
  await store.save(userId, video_id, { alignment_id, start_ms, last_segment });
}
