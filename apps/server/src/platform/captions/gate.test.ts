import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { translateStored } from '../../messages/stored-messages.ts';
import { openTestDatabase } from '../../testing/doubles/youtube/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { CaptionError } from './caption-error.ts';
import { openGate } from './gate.ts';

const GAP_MS = 100;
const CIRCUIT_MS = 3_600_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const open = (gapMs = GAP_MS) => openGate(database.connect().db, { gapMs, circuitMs: CIRCUIT_MS });
const never = () => new AbortController().signal;
const fail = (error: Error) => () => Promise.reject(error);

/** Work of that length, or until it is ended, and the time when it started. */
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
    begun: started,
    end,
    run: async () => {
      notifyStarted();
      // Some turns exceed their limit.
      await (ms === undefined ? ended : sleep(ms));
    },
  };
}

type Span = { from: number; to: number };

/** Work that takes some time and is recorded. */
const timed = (spans: Span[], ms: number) => async () => {
  const from = performance.now();
  // Work that takes some time.
  await sleep(ms);
  spans.push({ from, to: performance.now() });
};

describe('the queue for caption requests', () => {
  it('sends one request at a time, with a gap, from two servers together', async () => {
    const spans: Span[] = [];
    const servers = [open(), open()];
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map((at) => servers[at % 2]?.enter(5000, never(), timed(spans, 30))),
    );
    spans.sort((a, b) => a.from - b.from);
    expect(spans).toHaveLength(6);
    const gaps = spans.slice(1).map(({ from }, at) => from - (spans[at]?.to ?? 0));
    // Timers may fire a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThan(GAP_MS * 0.7 - 2);
  });

  it('uses no connection while it waits', async () => {
    const gate = openGate(database.db, { gapMs: 0, circuitMs: CIRCUIT_MS });
    const long = work();
    const atWork = gate.enter(60_000, never(), long.run);
    await long.begun;
    const waiting = Array.from({ length: 10 }, () => gate.enter(5000, never(), async () => undefined));
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
    expect((await gate.state()).waiting).toBe(10);
    long.end();
    await Promise.all([atWork, ...waiting]);
    expect((await gate.state()).waiting).toBe(0);
  });

  it('continues when a server crashes during its turn', async () => {
    await open().enter(5000, never(), async () => undefined);
    await database.db.execute(
      sql`UPDATE caption_gate SET next_at = clock_timestamp() + interval '150 milliseconds'`,
    );
    const spans: Span[] = [];
    await open().enter(5000, never(), timed(spans, 0));
    expect(spans).toHaveLength(1);
  });

  it('doesn’t end another caller’s turn when its own took too long', async () => {
    const [slow, next] = [work(400), work(600)];
    const slowTurn = open(0).enter(60, never(), slow.run);
    await slow.begun;
    let hasNextEnded = false;
    const nextTurn = open(0).enter(5000, never(), async () => {
      await next.run();
      hasNextEnded = true;
    });
    await next.begun;
    await slowTurn;
    await open(0).enter(5000, never(), async () => expect(hasNextEnded).toBe(true));
    await nextTurn;
  });

  it('releases a caller that stops waiting, and those behind it move up', async () => {
    const gate = open();
    const stop = new AbortController();
    const reason = new Error('stopped');
    const long = work();
    const first = gate.enter(60_000, never(), long.run);
    const second = gate.enter(5000, stop.signal, async () => 'never');
    const third = gate.enter(5000, never(), async () => 'third');
    stop.abort(reason);
    await expect(second).rejects.toBe(reason);
    long.end();
    await first;
    expect(await third).toBe('third');
  });

  it('releases a caller that gives up while another server has its turn', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const long = work();
    const other = open().enter(60_000, never(), long.run);
    await long.begun;
    const waiting = open().enter(5000, stop.signal, async () => 'never');
    setTimeout(() => stop.abort(reason), 50);
    await expect(waiting).rejects.toBe(reason);
    long.end();
    await other;
  });

  it('waits for the time in Retry-After', async () => {
    const gate = open(0);
    const from = performance.now();
    await expect(
      gate.enter(5000, never(), fail(new CaptionError('rate-limited', { retryAfterSeconds: 1 }))),
    ).rejects.toMatchObject({ kind: 'rate-limited' });
    await open(0).enter(5000, never(), async () => undefined);
    expect(performance.now() - from).toBeGreaterThan(900);
  });

  it('fails with a long Retry-After instead of waiting for it', async () => {
    const gate = open(0);
    const limited = new CaptionError('rate-limited', { retryAfterSeconds: 1800 });
    await expect(gate.enter(5000, never(), fail(limited))).rejects.toBe(limited);
    const failure = await open(0)
      .enter(5000, never(), async () => undefined)
      .catch((error) => error);
    expect(failure).toMatchObject({ kind: 'rate-limited', code: 'too_many' });
    expect(failure.retryAfterSeconds).toBeGreaterThan(1700);
    expect(failure.message).toContain('30 minutes');
  });
});

describe('the circuit breaker', () => {
  const block = (gate: ReturnType<typeof open>) =>
    gate.enter(5000, never(), fail(new CaptionError('bot-blocked'))).catch((error) => error);

  it('opens for all servers when YouTube blocks one as a robot, with the reason and the end', async () => {
    await block(open(0));
    const other = open(0);
    let isCalled = false;
    const failure = await other
      .enter(5000, never(), async () => {
        isCalled = true;
      })
      .catch((error) => error);
    expect(isCalled).toBe(false);
    expect(failure).toMatchObject({ kind: 'bot-blocked', code: 'unavailable' });
    expect(failure.message).toContain('Paused until');
    const state = translateStored('en', await other.state());
    expect(state).toMatchObject({ circuit: 'open', reason: expect.stringContaining('bot') });
    const left = (state.reopens_at?.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(CIRCUIT_MS - 60_000);
    expect(left).toBeLessThanOrEqual(CIRCUIT_MS + 1000);
  });

  it('can be closed manually', async () => {
    const gate = open(0);
    await block(gate);
    await open(0).closeCircuit();
    expect(await gate.state()).toEqual({ circuit: 'closed', reason: '', reopens_at: null, waiting: 0 });
    expect(await gate.enter(5000, never(), async () => 'asked')).toBe('asked');
  });

  it('closes by itself', async () => {
    const gate = openGate(database.db, { gapMs: 0, circuitMs: 100 });
    await gate.enter(5000, never(), fail(new CaptionError('bot-blocked'))).catch(() => undefined);
    expect(await eventually(() => gate.enter(5000, never(), async () => 'asked'))).toBe('asked');
  });

  it('stays closed after errors of a single video', async () => {
    const gate = open(0);
    await gate.enter(5000, never(), fail(new CaptionError('private'))).catch(() => undefined);
    expect(await gate.state()).toMatchObject({ circuit: 'closed' });
  });
});
