import { type LineIdentity, practice } from '@sayback/contract';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { currentTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { buildLineIdentity, type PracticeSegment } from '../queries.ts';
import { createId, createUnsentQueue } from '../unsent/unsent-queue.ts';
import { unsentReviews } from '../unsent/unsent-storage.ts';

/** Rejections that the learner gets to know; others are bugs. */
const REPORTED: readonly practice.Refusal[] = ['no_line', 'no_video', 'full'];
let hasReported = false;

function reportOnce(): void {
  if (!hasReported) toast.failure(currentTranslation().t('turn.answersRefused'));
  hasReported = true;
}

const queue = createUnsentQueue<practice.Review>({
  storage: unsentReviews,
  batchSize: practice.REVIEW_BATCH,
  save: async (reviews, options) => {
    const { refused } = await call(practice.saveReviews, { body: { reviews }, ...options });
    if (refused.some(({ reason }) => REPORTED.includes(reason))) reportOnce();
    return refused.flatMap(({ id, reason }) => (practice.canRetryLater(reason) ? [id] : []));
  },
});

type ReviewedLine = LineIdentity & { video_id: number };

/**
 * Returns the line whose card a review counts for: the first segment of the practised line. Null for part of a segment, which
 * has no card.
 */
export function findCardLine(
  video_id: number,
  line: Pick<PracticeSegment, 'original'>,
  [segment]: readonly PracticeSegment[],
): ReviewedLine | null {
  if (!segment || !line.original.trim().startsWith(segment.original.trim())) return null;
  return { video_id, ...buildLineIdentity(segment) };
}

type Answer = Pick<practice.Review, 'skill' | 'grade'> &
  Partial<Pick<practice.Review, 'first_hearing' | 'accuracy'>>;

/** Stores a review of a line until it is sent, and sends it. Returns its id, for {@link undoReview}. */
export function saveReview(account: string, line: ReviewedLine, answer: Answer): string {
  const now = new Date();
  const id = createId(now.getTime());
  const { video_id, start_ms, text_hash } = line;
  const utc_offset = -now.getTimezoneOffset();
  queue.store(account, [[id, { id, video_id, start_ms, text_hash, utc_offset, ...answer }]]);
  void queue.send(account);
  return id;
}

export const sendReviews = queue.send;

/** Undoes a review, sent or not. Throws the call's error if the server is unreachable; then the review still counts. */
export async function undoReview(account: string, id: string): Promise<void> {
  // Waits for requests in flight, which could arrive after the withdrawal.
  await queue.send(account);
  const wasUnsent = queue.remove(account, id);
  try {
    // The server can have saved an unsent review whose response was lost.
    await call(practice.undoReview, { params: { review: id }, account });
  } catch (error) {
    if (!wasUnsent && !(error instanceof ApiError && error.status === 404)) throw error;
  }
}
