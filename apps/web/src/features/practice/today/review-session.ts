import type { practice } from '@sayback/contract';

/** An answer of this session, by the review's id, at the position of its line. */
export type Answer = { reviewId: string; grade: practice.Grade; at: number };

/** A learner's way through the lines that are waiting. It is over once `at` is behind the last one. */
export type ReviewSession = { lines: readonly practice.QueuedLine[]; at: number; answers: readonly Answer[] };

export const newReviewSession = (lines: readonly practice.QueuedLine[]): ReviewSession => ({
  lines,
  at: 0,
  answers: [],
});

export const currentLine = ({ lines, at }: ReviewSession): practice.QueuedLine | undefined => lines[at];

/** The line was answered: the next one follows. */
export const answered = (session: ReviewSession, reviewId: string, grade: practice.Grade): ReviewSession => ({
  ...session,
  at: session.at + 1,
  answers: [...session.answers, { reviewId, grade, at: session.at }],
});

/** The line stays as it is: it waits for the next session. */
export const skipped = (session: ReviewSession): ReviewSession => ({ ...session, at: session.at + 1 });

/** An answer was taken back: its line comes again. */
export const undone = (session: ReviewSession, reviewId: string): ReviewSession => {
  const answer = session.answers.find((one) => one.reviewId === reviewId);
  if (!answer) return session;
  return { ...session, at: answer.at, answers: session.answers.filter((one) => one !== answer) };
};

/** Counts the answers by grade; grades without any are left out. */
export function outcomes(
  { answers }: ReviewSession,
  grades: readonly practice.Grade[],
): [practice.Grade, number][] {
  return grades
    .map((grade): [practice.Grade, number] => [grade, answers.filter((one) => one.grade === grade).length])
    .filter(([, count]) => count > 0);
}
