import { type LineIdentity, practice } from '@sayback/contract';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { currentTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { identityOf, type PracticeSegment } from '../queries.ts';
import { unsentReviews } from '../unsent/stored.ts';
import { newId, unsentQueue } from '../unsent/unsent-queue.ts';

/** Rejections shown to the learner; others are bugs. */
const REPORTED: readonly practice.Refusal[] = ['no_line', 'no_video', 'full'];
let hasReported = false;

function reportOnce(): void {
  if (!hasReported) toast.failure(currentTranslation().t('turn.answersRefused'));
  hasReported = true;
}

const queue = unsentQueue<practice.Review>({
  storage: unsentReviews,
  batchSize: practice.REVIEW_BATCH,
  save: async (reviews, options) => {
    const { refused } = await call(practice.saveReviews, { body: { reviews }, ...options });
    if (refused.some(({ reason }) => REPORTED.includes(reason))) reportOnce();
    return refused.flatMap(({ id, reason }) => (practice.canRetryLater(reason) ? [id] : []));
  },
});

export type ReviewedLine = LineIdentity & { video_id: number };
/**
 * Returns the line of the card that a review counts for: the practised line's first segment. Null for part of a segment, which
 * has no card.
 */
export function lineOfCard(
  video_id: number,
  line: Pick<PracticeSegment, 'original'>,
  [segment]: readonly PracticeSegment[],
): ReviewedLine | null {
  if (!segment || !line.original.trim().startsWith(segment.original.trim())) return null;
  return { video_id, ...identityOf(segment) };
}

type Answer = Pick<practice.Review, 'skill' | 'grade'> &
  Partial<Pick<practice.Review, 'first_hearing' | 'accuracy'>>;

/** Stores a review of a line until it is sent, and sends it. Returns its id, which can be used to undo it. */
export function giveReview(account: string, line: ReviewedLine, answer: Answer): string {
  const now = new Date();
  const id = newId(now.getTime());
  const { video_id, start_ms, text_hash } = line;
  const utc_offset = -now.getTimezoneOffset();
  queue.store(account, [[id, { id, video_id, start_ms, text_hash, utc_offset, ...answer }]]);
  void queue.send(account);
  return id;
}

export const sendReviews = queue.send;

/** Undoes a review, sent or not. Throws the call's error if the server can't be reached; the review then counts. */
export async function takeBackReview(account: string, id: string): Promise<void> {
  // Wait for one in flight, which would count after being undone.
  await queue.send(account);
  const wasUnsent = queue.takeBack(account, id);
  try {
    // A seemingly unsent review may have been saved, with its response lost.
    await call(practice.undoReview, { params: { review: id }, account });
  } catch (error) {
    if (!wasUnsent && !(error instanceof ApiError && error.status === 404)) throw error;
  }
}
