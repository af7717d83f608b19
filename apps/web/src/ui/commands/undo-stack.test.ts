import { describe, expect, it } from 'vitest';
import { endRun, pushStep, stepBack, stepForward, type UndoStack } from './undo-stack.ts';

type Step = { before: string; after: string; run?: string | null; at?: number; weight?: number };
const EMPTY: UndoStack<Step> = { done: [], undone: [] };
const typed = (before: string, after: string, at = 0, run = 'text 1'): Step => ({ before, after, run, at });
const push = (stack: UndoStack<Step>, ...steps: Step[]) =>
  steps.reduce((stack, step) => pushStep(stack, step, 5), stack);
const steps = ({ done }: UndoStack<Step>) => done.map(({ before, after }) => `${before}>${after}`);

describe('a run of steps', () => {
  it('becomes one step if each follows within a second', () => {
    expect(steps(push(EMPTY, typed('', 'a', 0), typed('a', 'ab', 900), typed('ab', 'abc', 1800)))).toEqual([
      '>abc',
    ]);
  });

  it('ends with a pause', () => {
    expect(steps(push(EMPTY, typed('', 'a', 0), typed('a', 'ab', 1000)))).toEqual(['>a', 'a>ab']);
  });

  it('ends with a step of another run, or of none', () => {
    const stack = push(EMPTY, typed('', 'a'), typed('x', 'y', 0, 'text 2'), { before: 'y', after: 'z' });
    expect(stack.done).toHaveLength(3);
    expect(push(stack, { before: 'z', after: '!' }).done).toHaveLength(4);
  });

  it('ends by endRun', () => {
    expect(push(endRun(push(EMPTY, typed('', 'a'))), typed('a', 'ab')).done).toHaveLength(2);
  });

  it('doesn’t continue after undoing or redoing', () => {
    const stack = push(EMPTY, typed('', 'a', 0), typed('a', 'b', 5000));
    expect(steps(push(stepBack(stack), typed('a', 'c', 1)))).toEqual(['>a', 'a>c']);
    expect(steps(push(stepForward(stepBack(stack)), typed('b', 'c', 5001)))).toEqual(['>a', 'a>b', 'b>c']);
  });
});

describe('the undo stack', () => {
  const twoSteps = push(EMPTY, { before: '1', after: '2' }, { before: '2', after: '3' });

  it('moves steps back and forward', () => {
    expect(stepBack(twoSteps)).toEqual({ done: twoSteps.done.slice(0, 1), undone: twoSteps.done.slice(1) });
    expect(stepForward(stepBack(twoSteps))).toEqual(twoSteps);
    expect(stepBack(EMPTY)).toEqual(EMPTY);
    expect(stepForward(EMPTY)).toEqual(EMPTY);
  });

  it('can’t redo what was undone before another step', () => {
    expect(push(stepBack(twoSteps), { before: '2', after: '9' }).undone).toEqual([]);
  });

  it('drops the oldest steps once their total weight exceeds the limit', () => {
    const heavyStep = { before: '3', after: '4', weight: 4 };
    expect(steps(push(twoSteps, heavyStep))).toEqual(['2>3', '3>4']);
    expect(steps(push(twoSteps, { ...heavyStep, weight: 99 }))).toEqual(['3>4']);
  });
});
