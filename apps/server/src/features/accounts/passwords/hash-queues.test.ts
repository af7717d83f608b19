import { describe, expect, it } from 'vitest';
import { createHashQueues, type HashQueue } from './hash-queues.ts';

const MAX_WAIT = { login: 2000, 'new-password': 25_000 };

/** Creates queues with one thread and a simulated clock. Each `finish` ends the running hash, 100 ms later by default. */
function createQueues(maxWait = MAX_WAIT, hashMs = 100) {
  let clock = 0;
  const queues = createHashQueues(1, maxWait, () => clock);
  const running: (() => void)[] = [];
  const started: string[] = [];
  const refused: string[] = [];

  async function settle(): Promise<void> {
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
  }
  return {
    started,
    refused,
    waiting: queues.waiting,
    async request(queue: HashQueue, name: string): Promise<void> {
      queues
        .admit(queue, () =>
          queues.run(queue, () => {
            started.push(name);
            return new Promise<void>((resolve) => running.push(resolve));
          }),
        )
        .catch(() => refused.push(name));
      await settle();
    },
    async finish(): Promise<void> {
      clock += hashMs;
      running.shift()?.();
      await settle();
    },
  };
}

describe('the password hashing queues', () => {
  it('refuse a login that would wait longer than two seconds, until others are done', async () => {
    const queues = createQueues();
    for (let n = 0; n < 60; n += 1) await queues.request('login', `login ${n}`);
    expect(queues.waiting()).toBe(20);
    expect(queues.refused).toHaveLength(39);
    await queues.finish();
    await queues.request('login', 'a later one');
    expect(queues.refused).not.toContain('a later one');
  });

  it('accept a class of sixty that registers concurrently', async () => {
    const queues = createQueues();
    for (let n = 0; n < 60; n += 1) await queues.request('new-password', `pupil ${n}`);
    for (let n = 0; n < 60; n += 1) await queues.finish();
    expect(queues.refused).toEqual([]);
    expect(queues.started).toHaveLength(60);
  });

  it('accept a class after slow hashes, and refuse hashes that waited too long', async () => {
    const queues = createQueues(MAX_WAIT, 700);
    for (let n = 0; n < 30; n += 1) {
      await queues.request('login', `login ${n}`);
      await queues.finish();
    }
    for (let n = 0; n < 60; n += 1) await queues.request('new-password', `pupil ${n}`);
    expect(queues.refused).toEqual([]);
    for (let n = 0; n < 60; n += 1) await queues.finish();
    expect(queues.started.filter((name) => name.startsWith('pupil'))).toHaveLength(36);
    expect(queues.refused).toHaveLength(24);
  });

  it('take turns, even if one is longer', async () => {
    const queues = createQueues();
    for (let n = 0; n < 40; n += 1) await queues.request('new-password', `pupil ${n}`);
    for (let n = 0; n < 3; n += 1) await queues.request('login', `login ${n}`);
    for (let n = 0; n < 6; n += 1) await queues.finish();
    expect(queues.started.slice(1, 7).filter((name) => name.startsWith('login'))).toEqual([
      'login 0',
      'login 1',
      'login 2',
    ]);
    expect(queues.started.slice(1, 7).filter((name) => name.startsWith('pupil'))).toHaveLength(3);
  });

  it('refuse hashes that waited too long because others were slow', async () => {
    const queues = createQueues(MAX_WAIT, 1500);
    for (let n = 0; n < 5; n += 1) await queues.request('login', `login ${n}`);
    for (let n = 0; n < 5; n += 1) await queues.finish();
    expect(queues.started).toEqual(['login 0', 'login 1']);
    expect(queues.refused).toEqual(['login 2', 'login 3', 'login 4']);
    await queues.request('login', 'later');
    expect(queues.started).toContain('later');
  });
});
