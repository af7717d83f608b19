import { expect, it } from 'vitest';
import { createListeners } from './listeners.ts';

it('listeners are called in the order of their subscription', () => {
  const listeners = createListeners<[string]>();
  const calls: string[] = [];
  listeners.add((word) => calls.push(`first ${word}`));
  listeners.add((word) => calls.push(`second ${word}`));
  listeners.notify('hello');
  expect(calls).toEqual(['first hello', 'second hello']);
});

it('a function subscribed twice stays subscribed when one subscription ends', () => {
  const listeners = createListeners();
  let calls = 0;
  const count = () => {
    calls += 1;
  };
  const unsubscribe = listeners.add(count);
  listeners.add(count);
  unsubscribe();
  listeners.notify();
  expect(calls).toBe(1);
});

it('a listener removed by another one isn’t called any more', () => {
  const listeners = createListeners();
  const calls: string[] = [];
  listeners.add(() => leaveSecond());
  const leaveSecond = listeners.add(() => calls.push('second'));
  listeners.notify();
  expect(calls).toEqual([]);
});
