import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { translateStored } from '../../messages/stored-messages.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { CaptionError } from './caption-error.ts';
import { openGate } from './gate.ts';

const GAP_MS = 100;
const CIRCUIT_MS = 3_600_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.db.execute('delete from caption_gate'));
afterAll(() => database.close());

const open = (gapMs = GAP_MS) => openGate(database.connect().db, { gapMs, circuitMs: CIRCUIT_MS });
const noAbort = () => new AbortController().signal;
const fail = (error: Error) => () => Promise.reject(error);

/** Creates work that takes `ms`, or until `end` is called. */
function work(ms?: number) {
  let notifyStarted: () => void = () => undefined;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const started = new Promise<void>((resolve) => {
    notifyStarted = resolve;
  });
  return {
    started: started,
    end,
    run: async () => {
      notifyStarted();
      // Without `ms`, the turn can exceed its limit.
      await (ms === undefined ? ended : sleep(ms));
    },
  };
}

type Span = { start: number; end: number };

/** Creates work that takes `ms`, and records its start and end. */
const timed = (spans: Span[], ms: number) => async () => {
  const start = performance.now();
  // The work itself.
  await sleep(ms);
  spans.push({ start, end: performance.now() });
};

describe('the queue for caption requests', () => {
  it('sends one request at a time, with a gap, from two servers', async () => {
    const spans: Span[] = [];
    const servers = [open(), open()];
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) => servers[n % 2]?.enter(5000, noAbort(), timed(spans, 30))),
    );
    spans.sort((a, b) => a.start - b.start);
    expect(spans).toHaveLength(6);
    const gaps = spans.slice(1).map(({ start }, index) => start - (spans[index]?.end ?? 0));
    // Timers may fire a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThan(GAP_MS * 0.7 - 2);
  });

  it('uses no connection while it waits', async () => {
    const gate = openGate(database.db, { gapMs: 0, circuitMs: CIRCUIT_MS });
    const long = work();
    const running = gate.enter(60_000, noAbort(), long.run);
    await long.started;
    const waiting = Array.from({ length: 10 }, () => gate.enter(5000, noAbort(), async () => undefined));
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
    expect((await gate.state()).waiting).toBe(10);
    long.end();
    await Promise.all([running, ...waiting]);
    expect((await gate.state()).waiting).toBe(0);
  });

  it('continues when a server crashes during its turn', async () => {
    await open().enter(5000, noAbort(), async () => undefined);
    await database.db.execute(
      sql`UPDATE caption_gate SET next_at = clock_timestamp() + interval '150 milliseconds'`,
    );
    const spans: Span[] = [];
    await open().enter(5000, noAbort(), timed(spans, 0));
    expect(spans).toHaveLength(1);
  });

  it('doesn’t end the next caller’s turn after a turn that exceeded its limit', async () => {
    const [slow, next] = [work(400), work(600)];
    const slowTurn = open(0).enter(60, noAbort(), slow.run);
    await slow.started;
    let hasNextEnded = false;
    const nextTurn = open(0).enter(5000, noAbort(), async () => {
      await next.run();
      hasNextEnded = true;
    });
    await next.started;
    await slowTurn;
    await open(0).enter(5000, noAbort(), async () => expect(hasNextEnded).toBe(true));
    await nextTurn;
  });

  it('removes a caller that stops waiting from the queue', async () => {
    const gate = open();
    const stop = new AbortController();
    const reason = new Error('stopped');
    const long = work();
    const first = gate.enter(60_000, noAbort(), long.run);
    const second = gate.enter(5000, stop.signal, async () => 'never');
    const third = gate.enter(5000, noAbort(), async () => 'third');
    stop.abort(reason);
    await expect(second).rejects.toBe(reason);
    long.end();
    await first;
    expect(await third).toBe('third');
  });

  it('releases a caller that stops waiting for another server’s turn to end', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const long = work();
    const otherServer = open().enter(60_000, noAbort(), long.run);
    await long.started;
    const waiting = open().enter(5000, stop.signal, async () => 'never');
    setTimeout(() => stop.abort(reason), 50);
    await expect(waiting).rejects.toBe(reason);
    long.end();
    await otherServer;
  });

  it('waits for the time in Retry-After', async () => {
    const gate = open(0);
    const start = performance.now();
    await expect(
      gate.enter(5000, noAbort(), fail(new CaptionError('rate-limited', { retryAfterSeconds: 1 }))),
    ).rejects.toMatchObject({ kind: 'rate-limited' });
    await open(0).enter(5000, noAbort(), async () => undefined);
    expect(performance.now() - start).toBeGreaterThan(900);
  });

  it('fails if Retry-After is long, instead of waiting', async () => {
    const gate = open(0);
    const limited = new CaptionError('rate-limited', { retryAfterSeconds: 1800 });
    await expect(gate.enter(5000, noAbort(), fail(limited))).rejects.toBe(limited);
    const failure = await open(0)
      .enter(5000, noAbort(), async () => undefined)
      .catch((error) => error);
    expect(failure).toMatchObject({ kind: 'rate-limited', code: 'too_many' });
    expect(failure.retryAfterSeconds).toBeGreaterThan(1700);
    expect(failure.message).toContain('30 minutes');
  });
});

describe('the circuit breaker', () => {
  const block = (gate: ReturnType<typeof open>) =>
    gate.enter(5000, noAbort(), fail(new CaptionError('bot-blocked'))).catch((error) => error);

  it('opens for all servers when YouTube blocks one as a bot, with a reason and an end time', async () => {
    await block(open(0));
    const otherServer = open(0);
    let isCalled = false;
    const failure = await otherServer
      .enter(5000, noAbort(), async () => {
        isCalled = true;
      })
      .catch((error) => error);
    expect(isCalled).toBe(false);
    expect(failure).toMatchObject({ kind: 'bot-blocked', code: 'unavailable' });
    expect(failure.message).toContain('Paused until');
    const state = translateStored('en', await otherServer.state());
    expect(state).toMatchObject({ circuit: 'open', reason: expect.stringContaining('bot') });
    const remainingMs = (state.reopens_at?.getTime() ?? 0) - Date.now();
    expect(remainingMs).toBeGreaterThan(CIRCUIT_MS - 60_000);
    expect(remainingMs).toBeLessThanOrEqual(CIRCUIT_MS + 1000);
  });

  it('can be closed manually', async () => {
    const gate = open(0);
    await block(gate);
    await open(0).closeCircuit();
    expect(await gate.state()).toEqual({ circuit: 'closed', reason: '', reopens_at: null, waiting: 0 });
    expect(await gate.enter(5000, noAbort(), async () => 'result')).toBe('result');
  });
  it('closes automatically after its time', async () => {
    const gate = openGate(database.db, { gapMs: 0, circuitMs: 100 });
    await gate.enter(5000, noAbort(), fail(new CaptionError('bot-blocked'))).catch(() => undefined);
    expect(await eventually(() => gate.enter(5000, noAbort(), async () => 'result'))).toBe('result');
  });

  it('stays closed after errors of a single video', async () => {
    const gate = open(0);
    await gate.enter(5000, noAbort(), fail(new CaptionError('private'))).catch(() => undefined);
    expect(await gate.state()).toMatchObject({ circuit: 'closed' });
  });
});
