import type { practice } from '@sayback/contract';

/** An answer in this session, by the review's id, at the position of its line. */
export type Answer = { reviewId: string; grade: practice.Grade; at: number };

/** A learner's session of due lines. It ends once `at` is past the last one. */
export type ReviewSession = { lines: readonly practice.QueuedLine[]; at: number; answers: readonly Answer[] };

export const newReviewSession = (lines: readonly practice.QueuedLine[]): ReviewSession => ({
  lines,
  at: 0,
  answers: [],
});

export const currentLine = ({ lines, at }: ReviewSession): practice.QueuedLine | undefined => lines[at];

/** Records an answer and moves on to the next line. */
export const answered = (session: ReviewSession, reviewId: string, grade: practice.Grade): ReviewSession => ({
  ...session,
  at: session.at + 1,
  answers: [...session.answers, { reviewId, grade, at: session.at }],
});

/** Skips the line: it stays due for the next session. */
export const skipped = (session: ReviewSession): ReviewSession => ({ ...session, at: session.at + 1 });

/** Undoes an answer, and returns to its line. */
export const undone = (session: ReviewSession, reviewId: string): ReviewSession => {
  const answer = session.answers.find((answer) => answer.reviewId === reviewId);
  if (!answer) return session;
  return { ...session, at: answer.at, answers: session.answers.filter((other) => other !== answer) };
};

/** Counts the answers by grade; grades without any are omitted. */
export function outcomes(
  { answers }: ReviewSession,
  grades: readonly practice.Grade[],
): [practice.Grade, number][] {
  return grades
    .map((grade): [practice.Grade, number] => [
      grade,
      answers.filter((answer) => answer.grade === grade).length,
    ])
    .filter(([, count]) => count > 0);
}
