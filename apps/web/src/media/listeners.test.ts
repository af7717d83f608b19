import { expect, it } from 'vitest';
import { createListeners } from './listeners.ts';

it('a list of listeners tells listeners in the order in which they came', () => {
  const listeners = createListeners<[string]>();
  const calls: string[] = [];
  listeners.add((word) => calls.push(`first ${word}`));
  listeners.add((word) => calls.push(`second ${word}`));
  listeners.notify('hello');
  expect(calls).toEqual(['first hello', 'second hello']);
});

it('a list of listeners keeps one subscription of a function when its other one leaves', () => {
  const listeners = createListeners();
  let calls = 0;
  const count = () => {
    calls += 1;
  };
  const leave = listeners.add(count);
  listeners.add(count);
  leave();
  listeners.notify();
  expect(calls).toBe(1);
});

it('a list of listeners no longer tells one that left while another was told', () => {
  const listeners = createListeners();
  const calls: string[] = [];
  listeners.add(() => leaveSecond());
  const leaveSecond = listeners.add(() => calls.push('second'));
  listeners.notify();
  expect(calls).toEqual([]);
});
