import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { runForRequester } from '../platform/requester.ts';
import { openEngine } from './engine.ts';

const WORKER = new URL('../testing/hungry-tasks.ts', import.meta.url);
const SRT = '1\n00:00:01,000 --> 00:00:02,000\na\n';

/** Opens an engine with real threads, where only `readText` has a short timeout. */
function openTestEngine() {
  const engine = openEngine(WORKER, { readText: 1000, countCues: 600_000 });
  onTestFinished(() => engine.close());
  const runAs = (id: number, signal = new AbortController().signal) => {
    const requester = { id, signal: () => signal };
    return (text: string) => runForRequester(requester, () => engine.run('countCues', text));
  };
  return { engine, runAs };
}

describe('an engine task', () => {
  it('gets a 400 after a timeout, and frees its thread', async () => {
    const { engine, runAs } = openTestEngine();
    await expect(engine.run('readText', 'endless')).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('more time or memory'),
    });
    expect(await runAs(1)(SRT)).toBe(1);
  });

  it('is aborted when its requester stops waiting', async () => {
    const { engine, runAs } = openTestEngine();
    const controller = new AbortController();
    const endless = runAs(1, controller.signal)('endless');
    const waiting = runAs(1, controller.signal)(SRT);
    controller.abort(new Error('aborted'));
    await expect(endless).rejects.toThrow('aborted');
    await expect(waiting).rejects.toThrow('aborted');
    expect(engine.load().waiting).toBe(0);
    await expect(runAs(1, controller.signal)(SRT)).rejects.toThrow('aborted');
    expect(await runAs(1)(SRT)).toBe(1);
  });

  it('doesn’t wait for another account’s queued tasks', async () => {
    const { runAs } = openTestEngine();
    const controller = new AbortController();
    const greedy = Array.from({ length: 25 }, () => runAs(1, controller.signal)('endless'));
    const settled = Promise.allSettled(greedy);
    expect(await runAs(2)(SRT)).toBe(1);
    expect(await runAs(3)(SRT)).toBe(1);
    controller.abort();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('gets a 503 with Retry-After if too many tasks wait, per account or in total', async () => {
    const { engine, runAs } = openTestEngine();
    const controller = new AbortController();
    const settled: Promise<unknown>[] = [];
    for (let account = 1; account <= 6; account += 1) {
      for (let n = 0; n < 30; n += 1)
        settled.push(runAs(account, controller.signal)('endless').catch((error) => error));
    }
    expect(engine.load().waiting).toBe(100);
    await expect(runAs(7)(SRT)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': expect.any(String) },
    });
    controller.abort();
    await Promise.all(settled);
    expect(await runAs(7)(SRT)).toBe(1);
  });
});

describe('a subtitle file of 16 MiB', () => {
  const engine = openEngine(undefined, { readSubtitle: 240_000 });
  afterAll(engine.close);
  const repeatUnit = (head: string, unit: string, encoding: 'utf8' | 'utf16le' = 'utf8') =>
    Buffer.from(
      head + unit.repeat((16 * 1024 * 1024 - head.length) / Buffer.byteLength(unit, encoding)),
      encoding,
    );

  it.each([
    ['lines of one character that end in CR', repeatUnit('', '[\r,\r>\r')],
    ['lone surrogates', repeatUnit('[00:01.00]', '\uD800[', 'utf16le')],
    ['tags without a name in a paragraph', repeatUnit('<tt><body><p begin="0s" end="9s">', '?> < ')],
    ['a line of words', repeatUnit('[00:01.00]', '字 : ')],
    ['escapes of two bytes', repeatUnit('', '~{VPVP~}')],
    // This file used to end the process.
    ['one line that is broken eight million times', repeatUnit('{1}{2}', '|')],
  ])('doesn’t exceed the memory of its thread: %s', async (_, file) => {
    const { problems } = await engine.run('readSubtitle', file);
    expect(problems).not.toEqual([]);
  });
});
