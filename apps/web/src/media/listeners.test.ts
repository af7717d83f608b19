import { expect, it } from 'vitest';
import { createListeners } from './listeners.ts';

it('tells listeners in the order in which they came', () => {
  const listeners = createListeners<[string]>();
  const told: string[] = [];
  listeners.add((word) => told.push(`first ${word}`));
  listeners.add((word) => told.push(`second ${word}`));
  listeners.tell('hello');
  expect(told).toEqual(['first hello', 'second hello']);
});

it('keeps one subscription of a function when its other one leaves', () => {
  const listeners = createListeners();
  let told = 0;
  const count = () => {
    told += 1;
  };
  const leave = listeners.add(count);
  listeners.add(count);
  leave();
  listeners.tell();
  expect(told).toBe(1);
});

it('no longer tells one that left while another was told', () => {
  const listeners = createListeners();
  const told: string[] = [];
  listeners.add(() => leaveSecond());
  const leaveSecond = listeners.add(() => told.push('second'));
  listeners.tell();
  expect(told).toEqual([]);
});
