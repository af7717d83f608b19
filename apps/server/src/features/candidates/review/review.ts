import { candidates } from '@sayback/contract';
import type { z } from 'zod';
import { AppError, mustExist } from '../../../errors/app-error.ts';
import { type Message, message } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readLanguage } from '../../languages/index.ts';
import {
  type CandidateChanges,
  type CandidateRow,
  candidateStore,
  NO_CANDIDATE,
  type ReviewStatus,
} from '../candidate-store.ts';
import { isSelected } from './candidate-filter.ts';

const { REVIEW_TRANSITIONS, DEFAULT_PRIORITY } = candidates;

type Update = z.output<typeof candidates.updateCandidate.body>;
type BulkReview = z.output<typeof candidates.bulkReview.body>;

/** Returns the columns that an update sets. Approving without a priority sets 3. */
function pickChanges({ review_status, priority, review_notes }: Omit<Update, 'language'>): CandidateChanges {
  const newPriority = review_status === 'approved' ? (priority ?? DEFAULT_PRIORITY) : priority;
  return {
    ...(review_status && { review_status }),
    ...(newPriority !== undefined && { priority: newPriority }),
    ...(review_notes !== undefined && { review_notes }),
  };
}

/** Throws a 409 for a move that isn't allowed. Approving an approved candidate again edits it. */
function checkMove(from: ReviewStatus, update: Update): void {
  const { review_status: to, priority, review_notes } = update;
  if (to === undefined) {
    if (from === 'approved' || (priority === undefined && review_notes === undefined)) return;
    throw new AppError('conflict', 'candidates.editedWhileApproved');
  }
  const isEdit = from === 'approved' && to === 'approved';
  if (isEdit || REVIEW_TRANSITIONS[from].includes(to)) return;
  const statusName = (status: ReviewStatus): Message => ({ id: `candidateStatus.${status}` });
  throw new AppError(
    'conflict',
    message('candidates.wrongMove', { from: statusName(from), to: statusName(to) }),
  );
}

/** Moves a candidate through its review, or edits it. Throws a 404, and a 409 for a move that isn't allowed. */
export async function updateCandidate(db: Database, id: number, update: Update): Promise<CandidateRow> {
  return db.transaction(async (transaction) => {
    const store = candidateStore(transaction);
    const row = mustExist(await store.lock(id), NO_CANDIDATE);
    const { language, ...review } = update;
    checkMove(row.review_status, update);
    const isEdit = row.review_status === review.review_status;
    await store.change(id, {
      ...pickChanges(isEdit ? { ...review, review_status: undefined } : review),
      ...(language !== undefined && { language: readLanguage('language', language) }),
    });
    return (await store.find(id)) ?? row;
  });
}

/** Moves the selected candidates for which the move is allowed, and skips the others. */
export function reviewSelected(
  db: Database,
  body: BulkReview,
): Promise<{ changed: number; refused: number }> {
  const from = (Object.keys(REVIEW_TRANSITIONS) as ReviewStatus[]).filter((status) =>
    REVIEW_TRANSITIONS[status].includes(body.review_status),
  );
  return candidateStore(db).move(isSelected(body), from, pickChanges(body));
}
