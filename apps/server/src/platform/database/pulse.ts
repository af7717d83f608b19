import pg from 'pg';

/** Whether the database answers at all, whatever it is asked. */
export type Pulse = {
  /** It has said nothing for so long that it won't answer requests either. */
  isSilent: () => boolean;
  /** It answers late, or not at all. */
  isLate: () => boolean;
  close: () => Promise<void>;
};

const EVERY_MS = 1000;
const RETRY_MS = 250;
/** A database that is merely busy answers a question for nothing sooner than this. */
const SILENT_MS = 4000;
/** Of a question for nothing; a busy machine may well take a second. */
const LATE_MS = 2000;

/**
 * Asks the database for nothing, every second, on a connection of its own. A connection that breaks is made anew at once:
 * only a database that hasn't answered on any for four seconds is silent. `onChange` hears that, and when it answers again,
 * which is found out within a second.
 */
export function openPulse(url: string, onChange: (isSilent: boolean) => void): Pulse {
  let client: pg.Client | null = null;
  let answeredAt = performance.now();
  /** Since when an answer is awaited. */
  let askedAt: number | null = null;
  let tookMs = 0;
  let isSilent = false;
  let isClosed = false;
  let next: NodeJS.Timeout | undefined;

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: url,
      application_name: 'sayback-pulse',
      connectionTimeoutMillis: SILENT_MS,
      query_timeout: SILENT_MS,
    });
    // The next question finds out.
    made.on('error', () => undefined);
    client = made;
    await made.connect();
    return made;
  }

  function note(silent: boolean): void {
    if (silent === isSilent || isClosed) return;
    isSilent = silent;
    onChange(silent);
  }

  async function beat(): Promise<void> {
    const begun = performance.now();
    askedAt ??= begun;
    let pause = EVERY_MS;
    try {
      await (client ?? (await connect())).query('SELECT 1');
      answeredAt = performance.now();
      tookMs = answeredAt - askedAt;
      askedAt = null;
      note(false);
    } catch {
      client?.end().catch(() => undefined);
      client = null;
      if (performance.now() - answeredAt >= SILENT_MS) note(true);
      pause = RETRY_MS;
    }
    if (isClosed) return;
    next = setTimeout(beat, Math.max(RETRY_MS, begun + pause - performance.now()));
    next.unref();
  }
  void beat();

  return {
    isSilent: () => isSilent,
    isLate: () => isSilent || tookMs > LATE_MS || (askedAt !== null && performance.now() - askedAt > LATE_MS),
    close: async () => {
      isClosed = true;
      clearTimeout(next);
      await client?.end().catch(() => undefined);
    },
  };
}
