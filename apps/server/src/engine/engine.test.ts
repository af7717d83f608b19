import { describe, expect, it, onTestFinished } from 'vitest';
import { runOnBehalf } from '../platform/on-behalf-of.ts';
import { openEngine } from './engine.ts';

const HUNGRY = new URL('../testing/hungry-tasks.ts', import.meta.url);
const SRT = '1\n00:00:01,000 --> 00:00:02,000\na\n';

/** Real threads, where `readText` has a second, and other tasks more than any machine needs. */
function openTestEngine() {
  const engine = openEngine(HUNGRY, { readText: 1000, countCues: 600_000 });
  onTestFinished(() => engine.close());
  const as = (of: number, gone = new AbortController().signal) => {
    const behalf = { of, gone: () => gone };
    return (text: string) => runOnBehalf(behalf, () => engine.run('countCues', text));
  };
  return { engine, as };
}

describe('an engine task', () => {
  it('ends at its deadline with a 400, and its thread is free again', async () => {
    const { engine, as } = openTestEngine();
    await expect(engine.run('readText', 'endless')).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('more time or memory'),
    });
    expect(await as(1)(SRT)).toBe(1);
  });

  it('that exhausts its memory ends with a 400, and the next one runs', async () => {
    const { as } = openTestEngine();
    await expect(as(1)('hungry')).rejects.toMatchObject({ code: 'bad_request' });
    expect(await as(1)(SRT)).toBe(1);
  });

  it('is aborted when its caller has gone away', async () => {
    const { engine, as } = openTestEngine();
    const gone = new AbortController();
    const endless = as(1, gone.signal)('endless');
    const waits = as(1, gone.signal)(SRT);
    gone.abort(new Error('gone'));
    await expect(endless).rejects.toThrow('gone');
    await expect(waits).rejects.toThrow('gone');
    expect(engine.load().waiting).toBe(0);
    await expect(as(1, gone.signal)(SRT)).rejects.toThrow('gone');
    expect(await as(1)(SRT)).toBe(1);
  });

  it('of one account leaves the other thread to others, however many it has queued', async () => {
    const { as } = openTestEngine();
    const gone = new AbortController();
    const greedy = Array.from({ length: 25 }, () => as(1, gone.signal)('endless'));
    const settled = Promise.allSettled(greedy);
    expect(await as(2)(SRT)).toBe(1);
    expect(await as(3)(SRT)).toBe(1);
    gone.abort();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('is refused with a 503 and Retry-After when too many wait, of one account or in total', async () => {
    const { engine, as } = openTestEngine();
    const gone = new AbortController();
    const settled: Promise<unknown>[] = [];
    for (let of = 1; of <= 6; of += 1) {
      for (let n = 0; n < 30; n += 1) settled.push(as(of, gone.signal)('endless').catch((error) => error));
    }
    expect(engine.load().waiting).toBe(100);
    await expect(as(7)(SRT)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': expect.any(String) },
    });
    gone.abort();
    await Promise.all(settled);
    expect(await as(7)(SRT)).toBe(1);
  });
});

describe('a subtitle file of 16 MiB', () => {
  const repeated = (head: string, unit: string, encoding: 'utf8' | 'utf16le' = 'utf8') =>
    Buffer.from(
      head + unit.repeat((16 * 1024 * 1024 - head.length) / Buffer.byteLength(unit, encoding)),
      encoding,
    );

  it.each([
    ['lines of one character that end in CR', repeated('', '[\r,\r>\r')],
    ['lone surrogates', repeated('[00:01.00]', '\uD800[', 'utf16le')],
    ['tags without a name in a paragraph', repeated('<tt><body><p begin="0s" end="9s">', '?> < ')],
    ['a line of words', repeated('[00:01.00]', '字 : ')],
    ['escapes of two bytes', repeated('', '~{VPVP~}')],
    // Ended the process, not only the thread.
    ['one line that is broken eight million times', repeated('{1}{2}', '|')],
  ])('is read within the memory of its thread: %s', async (_, file) => {
    const engine = openEngine();
    onTestFinished(() => engine.close());
    const { problems } = await engine.run('readSubtitle', file);
    expect(problems).not.toEqual([]);
  });
});
