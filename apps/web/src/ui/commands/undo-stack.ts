/**
 * A step that can be undone. Steps of the same `run` less than a second apart are merged, such as typed letters, or an edge moved
 * by holding a key.
 */
export type UndoableStep = {
  run?: string | null;
  /** Time of the step, in milliseconds. */
  at?: number;
  /** Number of steps that it counts as towards the limit; 1 by default. */
  weight?: number;
  after?: unknown;
};

export type UndoStack<Step extends UndoableStep> = { done: readonly Step[]; undone: readonly Step[] };

/** Maximum time between merged steps of a run, in milliseconds. */
const RUN_MS = 1000;

/** Adds a step, and clears the redo stack. Beyond the limit the oldest steps are dropped. */
export function pushStep<Step extends UndoableStep>(
  { done, undone }: UndoStack<Step>,
  step: Step,
  limit: number,
): UndoStack<Step> {
  const last = done.at(-1);
  const isSameRun =
    last &&
    step.run &&
    last.run === step.run &&
    undone.length === 0 &&
    (step.at ?? 0) - (last.at ?? 0) < RUN_MS;
  return {
    done: isSameRun
      ? done.with(-1, { ...last, after: step.after, at: step.at })
      : trimToLimit([...done, step], limit),
    undone: [],
  };
}

function trimToLimit<Step extends UndoableStep>(steps: readonly Step[], limit: number): readonly Step[] {
  let total = steps.reduce((sum, { weight = 1 }) => sum + weight, 0);
  let from = 0;
  for (; total > limit && from < steps.length - 1; from += 1) total -= steps[from]?.weight ?? 1;
  return from === 0 ? steps : steps.slice(from);
}

/** Ends the run of the last step: the next one is separate. */
export const endRun = <Step extends UndoableStep>({ done, undone }: UndoStack<Step>): UndoStack<Step> => {
  const last = done.at(-1);
  return { done: last?.run ? done.with(-1, { ...last, run: null }) : done, undone };
};

/** Moves the last step to the redo stack. If given, `step` replaces it there. */
export function stepBack<Step extends UndoableStep>(
  { done, undone }: UndoStack<Step>,
  step: Step | undefined = done.at(-1),
): UndoStack<Step> {
  return step ? { done: done.slice(0, -1), undone: [...undone, step] } : { done, undone };
}

/** Moves the last undone step back to the undo stack. If given, `step` replaces it. The next step isn't merged with it. */
export function stepForward<Step extends UndoableStep>(
  { done, undone }: UndoStack<Step>,
  step: Step | undefined = undone.at(-1),
): UndoStack<Step> {
  return step ? endRun({ done: [...done, step], undone: undone.slice(0, -1) }) : { done, undone };
}
