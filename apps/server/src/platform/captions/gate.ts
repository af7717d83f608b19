import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { message } from '../../messages/message.ts';
import { firstStored, storeMessages } from '../../messages/stored-messages.ts';
import type { Database } from '../database/database.ts';
import { CaptionError } from './caption-error.ts';
import type { CaptionsState } from './captions.ts';

export type GateSettings = {
  /** Pause between two requests, ±30 %, in milliseconds. */
  gapMs: number;
  /** Time for which the circuit breaker stays open after a bot block. */
  circuitMs: number;
};

/** Queue of caption requests, shared by all servers on a database. */
export type Gate = {
  /**
   * Waits for a turn, runs `work`, and admits the next caller after a pause. A turn ends after `maxMs`, even if its server
   * has died. If the work fails with a bot block, the circuit breaker opens; after a rate limit, the gate stays closed for
   * the time that YouTube requests. Throws while the circuit is open, and if the signal aborts the wait.
   */
  enter: <Result>(maxMs: number, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;
  state: () => Promise<CaptionsState>;
  closeCircuit: () => Promise<void>;
};

/** Interval at which a server checks whether another server's turn has ended. */
const POLL_MS = 250;
/** Longest wait for a turn. If YouTube requests a longer pause, callers get an error instead. */
const MAX_WAIT_MS = 120_000;
/** Default if YouTube sends no retry time. */
const DEFAULT_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 6 * 3600;

/** Uses the database's clock, since those of the servers may differ. */
export function openGate(db: Pick<Database, 'execute'>, { gapMs, circuitMs }: GateSettings): Gate {
  const queue: (() => void)[] = [];
  let isBusy = false;
  let waiting = 0;

  /** Queues this server's calls: only the first requests a turn from the database. */
  async function waitInLine(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!isBusy) {
      isBusy = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(enter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(enter);
    });
  }

  function admitNext(): void {
    const next = queue.shift();
    if (next) next();
    else isBusy = false;
  }

  async function claim(maxMs: number): Promise<string | null> {
    // The first caller inserts the row.
    await db.execute(sql`INSERT INTO caption_gate (id) VALUES (1) ON CONFLICT DO NOTHING`);
    const { rows } = await db.execute<{ turn: string }>(sql`
      UPDATE caption_gate SET next_at = clock_timestamp() + ${interval(maxMs)}
      WHERE id = 1 AND next_at <= clock_timestamp() AND (open_until IS NULL OR open_until <= clock_timestamp())
      RETURNING next_at::text AS turn`);
    return rows[0]?.turn ?? null;
  }

  async function readState() {
    const { rows } = await db.execute<{ wait_ms: number; open_until: string | null; reason: string }>(sql`
      SELECT extract(epoch FROM next_at - clock_timestamp())::float8 * 1000 AS wait_ms, reason,
        CASE WHEN open_until > clock_timestamp() THEN to_char(open_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END AS open_until
      FROM caption_gate WHERE id = 1`);
    const { wait_ms = 0, open_until = null, reason = '' } = rows[0] ?? {};
    return { waitMs: wait_ms, openUntil: open_until === null ? null : new Date(open_until), reason };
  }

  async function waitForTurn(maxMs: number, signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted();
      const turn = await claim(maxMs);
      if (turn !== null) return turn;
      const { waitMs, openUntil, reason } = await readState();
      if (openUntil) throw circuitOpenError(openUntil, reason);
      if (waitMs > MAX_WAIT_MS) {
        const retryAfterSeconds = Math.ceil(waitMs / 1000);
        throw new CaptionError('rate-limited', {
          retryAfterSeconds,
          userMessage: tooOftenMessage(retryAfterSeconds),
        });
      }
      await sleep(Math.min(Math.max(waitMs, 1), POLL_MS), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends a turn, unless it has expired and another one has started. */
  async function endTurn(turn: string, pauseMs: number): Promise<void> {
    await db.execute(sql`
      UPDATE caption_gate SET next_at = clock_timestamp() + ${interval(pauseMs)}
      WHERE id = 1 AND next_at = ${turn}::timestamptz`);
  }

  async function openCircuit(reason: string): Promise<void> {
    await db.execute(sql`
      UPDATE caption_gate SET open_until = clock_timestamp() + ${interval(circuitMs)}, reason = ${reason} WHERE id = 1`);
  }

  const gap = () => gapMs * (0.7 + Math.random() * 0.6);

  async function takeTurn<Result>(maxMs: number, signal: AbortSignal, work: () => Promise<Result>) {
    const turn = await waitForTurn(maxMs, signal);
    let pauseMs = gap();
    try {
      return await work();
    } catch (error) {
      if (error instanceof CaptionError && error.kind === 'rate-limited') {
        const seconds = error.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS;
        pauseMs = Math.max(pauseMs, Math.min(seconds, MAX_RETRY_SECONDS) * 1000);
      }
      if (error instanceof CaptionError && error.kind === 'bot-blocked')
        await openCircuit(storeMessages(error.userMessage));
      throw error;
    } finally {
      await endTurn(turn, pauseMs);
    }
  }

  return {
    async enter(maxMs, signal, work) {
      waiting += 1;
      let isWaiting = true;
      const stopWaiting = () => {
        if (isWaiting) waiting -= 1;
        isWaiting = false;
      };
      try {
        await waitInLine(signal);
        try {
          return await takeTurn(maxMs, signal, () => {
            stopWaiting();
            return work();
          });
        } finally {
          admitNext();
        }
      } finally {
        stopWaiting();
      }
    },
    async state() {
      const { openUntil, reason } = await readState();
      return {
        circuit: openUntil ? 'open' : 'closed',
        reason: openUntil ? reason : '',
        reopens_at: openUntil,
        waiting,
      };
    },
    async closeCircuit() {
      await db.execute(sql`UPDATE caption_gate SET open_until = NULL, reason = '' WHERE id = 1`);
    },
  };
}

const interval = (ms: number) => sql`${Math.round(ms)} * interval '1 millisecond'`;

const tooOftenMessage = (seconds: number) =>
  message('captions.tooOften', { minutes: Math.ceil(seconds / 60) });

function circuitOpenError(until: Date, reason: string): CaptionError {
  return new CaptionError('bot-blocked', {
    userMessage: message('captions.closedUntil', {
      reason: firstStored(reason),
      at: { moment: until.toISOString() },
    }),
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)),
  });
}
