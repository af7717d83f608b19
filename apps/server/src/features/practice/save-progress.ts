import { practice } from '@sayback/contract';
import { badField, notFound } from '../../errors/app-error.ts';
import type { Viewer } from '../../security/authentication.ts';
import { NO_VIDEO } from '../videos/index.ts';
import type { Learner, ProgressStore, ProgressWriter, SavedPosition } from './progress-store.ts';

const OTHER_VIDEO = 'practice.otherVideo';

/**
 * Finds the learner's position in an alignment, by default the one chosen for them: the saved segment, or the one with the
 * nearest start if the alignment has changed. A finished video restarts if the learner stopped at its last segment, unless
 * `requested` only switches the translation.
 */
export async function findProgress(
  store: ProgressStore,
  learner: Learner,
  videoId: number,
  requested?: number,
): Promise<practice.Place> {
  if (requested !== undefined && !(await store.hasAlignment(videoId, requested))) {
    throw badField('alignment', OTHER_VIDEO);
  }
  const alignment_id = requested ?? (await store.findDefaultAlignment(learner, videoId));
  const saved = await store.find(learner.id, videoId);
  if (!saved) return { alignment_id, last_segment: 0 };
  const last_segment = await findIndex(store, alignment_id, saved);
  if (requested !== undefined || alignment_id === null) return { alignment_id, last_segment };
  const segments = await store.countSegments(alignment_id);
  if (last_segment < segments - 1) return { alignment_id, last_segment };
  const practised = await store.countPractisedLines(learner.id, videoId);
  const isFinished = practice.isFinished(practised, saved.line_count ?? segments);
  return { alignment_id, last_segment: isFinished ? 0 : last_segment };
}

async function findIndex(
  store: ProgressStore,
  alignment: number | null,
  saved: SavedPosition,
): Promise<number> {
  if (alignment === null || saved.start_ms === null) return saved.last_segment;
  const isUnmoved =
    saved.alignment_id === alignment &&
    (await store.findSegmentStart(alignment, saved.last_segment)) === saved.start_ms;
  return isUnmoved ? saved.last_segment : store.findNearestSegment(alignment, saved.start_ms);
}

/** Saves the learner's position. Throws a 404, and a 400 for a segment that the alignment doesn't have. */
export async function saveProgress(
  write: ProgressWriter,
  viewer: Viewer,
  languages: readonly string[],
  body: practice.SavedProgress,
): Promise<void> {
  const target = await write({
    user: viewer.id,
    languages,
    isAdmin: viewer.is_admin,
    video: body.video_id,
    alignment: body.alignment_id ?? null,
    index: body.last_segment,
    line: body.line ?? null,
    lineCount: body.line_count ?? null,
    age: body.age_ms ?? 0,
  });
  if (target?.is_saved) return;
  if (!target || !(target.is_open || viewer.is_admin)) throw notFound(NO_VIDEO);
  if (target.alignment_id === null) throw badField('alignment_id', OTHER_VIDEO);
  throw badField('last_segment', 'practice.noSegment');
}
