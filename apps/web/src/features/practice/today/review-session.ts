import type { practice } from '@sayback/contract';

/** An answer of this sitting, by the review's id, at the position of its line. */
export type Answer = { reviewId: string; grade: practice.Grade; at: number };

/** A learner's way through the lines that are waiting. It is over once `at` is behind the last one. */
export type Sitting = { lines: readonly practice.QueuedLine[]; at: number; answers: readonly Answer[] };

export const newSitting = (lines: readonly practice.QueuedLine[]): Sitting => ({ lines, at: 0, answers: [] });

export const currentLine = ({ lines, at }: Sitting): practice.QueuedLine | undefined => lines[at];

/** The line was answered: the next one follows. */
export const answered = (sitting: Sitting, reviewId: string, grade: practice.Grade): Sitting => ({
  ...sitting,
  at: sitting.at + 1,
  answers: [...sitting.answers, { reviewId, grade, at: sitting.at }],
});

/** The line stays as it is: it waits for the next sitting. */
export const skipped = (sitting: Sitting): Sitting => ({ ...sitting, at: sitting.at + 1 });

/** An answer was taken back: its line comes again. */
export const undone = (sitting: Sitting, reviewId: string): Sitting => {
  const answer = sitting.answers.find((one) => one.reviewId === reviewId);
  if (!answer) return sitting;
  return { ...sitting, at: answer.at, answers: sitting.answers.filter((one) => one !== answer) };
};

/** Counts the answers by grade; grades without any are left out. */
export function outcomes(
  { answers }: Sitting,
  grades: readonly practice.Grade[],
): [practice.Grade, number][] {
  return grades
    .map((grade): [practice.Grade, number] => [grade, answers.filter((one) => one.grade === grade).length])
    .filter(([, count]) => count > 0);
}
