import pg from 'pg';

type Handler = (payload: string) => void;

/** News from the other servers on this database, by PostgreSQL's LISTEN and NOTIFY. */
export type Listener = {
  on: (channel: string, handler: Handler) => void;
  /** False while news may be missed. */
  isLive: () => boolean;
  close: () => Promise<void>;
};

/** A connection that stands half-open says nothing: it is asked this often, and must answer as fast. */
const HEARTBEAT_MS = 2000;
const RECONNECT_MS = 500;

/**
 * Listens on a connection of its own, and connects again whenever that one is lost. `onLoss` is called each time, so
 * that caches which rely on the news are emptied.
 */
export async function openListener(
  url: string,
  options: { channels: readonly string[]; onLoss: () => void },
): Promise<Listener> {
  const handlers = new Map<string, Handler[]>();
  let client: pg.Client | null = null;
  let closed = false;
  let beat: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    clearInterval(beat);
    lost.end().catch(() => undefined);
    if (closed) return;
    options.onLoss();
    retry = setTimeout(() => connect().catch(() => undefined), RECONNECT_MS);
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'sayback-listener',
      connectionTimeoutMillis: 5000,
      query_timeout: HEARTBEAT_MS,
    });
    next.on('error', () => lose(next));
    next.on('end', () => lose(next));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const handle of handlers.get(channel) ?? []) handle(payload);
    });
    try {
      await next.connect();
      for (const channel of options.channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      next.end().catch(() => undefined);
      if (!closed) retry = setTimeout(() => connect().catch(() => undefined), RECONNECT_MS);
      throw error;
    }
    if (closed) return void next.end();
    client = next;
    beat = setInterval(() => next.query('SELECT 1').catch(() => lose(next)), HEARTBEAT_MS);
    beat.unref();
  }

  await connect();

  return {
    on: (channel, handler) => handlers.set(channel, [...(handlers.get(channel) ?? []), handler]),
    isLive: () => client !== null,
    close: async () => {
      closed = true;
      clearInterval(beat);
      clearTimeout(retry);
      await client?.end();
    },
  };
}
