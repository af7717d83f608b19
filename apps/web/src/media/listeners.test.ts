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

it('a listener removed by another one during a notification isn’t called', () => {
  const listeners = createListeners();
  const calls: string[] = [];
  listeners.add(() => unsubscribeSecond());
  const unsubscribeSecond = listeners.add(() => calls.push('second'));
  listeners.notify();
  expect(calls).toEqual([]);
});
