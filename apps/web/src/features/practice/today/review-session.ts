import type { practice } from '@sayback/contract';

/** An answer in this session; `index` is that of its line. */
type Answer = { reviewId: string; grade: practice.Grade; index: number };

/** A learner's session of due lines. It ends once `index` is past the last one. */
export type ReviewSession = {
  lines: readonly practice.QueuedLine[];
  index: number;
  answers: readonly Answer[];
};

export const createReviewSession = (lines: readonly practice.QueuedLine[]): ReviewSession => ({
  lines,
  index: 0,
  answers: [],
});

export const getCurrentLine = ({ lines, index }: ReviewSession): practice.QueuedLine | undefined =>
  lines[index];

/** Moves on to the next line without an answer: undoing an answer returns to its line, while later ones can have been answered. */
function moveOn(session: ReviewSession): ReviewSession {
  const answered = new Set(session.answers.map(({ index }) => index));
  let index = session.index + 1;
  while (answered.has(index)) index += 1;
  return { ...session, index };
}

/** Records an answer and moves on to the next unanswered line. */
export const addAnswer = (session: ReviewSession, reviewId: string, grade: practice.Grade): ReviewSession =>
  moveOn({ ...session, answers: [...session.answers, { reviewId, grade, index: session.index }] });

/** Skips the line: it stays due for the next session. */
export const skipLine = (session: ReviewSession): ReviewSession => moveOn(session);

/** Undoes an answer, and returns to its line. */
export const removeAnswer = (session: ReviewSession, reviewId: string): ReviewSession => {
  const answer = session.answers.find((answer) => answer.reviewId === reviewId);
  if (!answer) return session;
  return { ...session, index: answer.index, answers: session.answers.filter((other) => other !== answer) };
};

/** Counts the answers by grade; grades without any are omitted. */
export function countGrades(
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
