import pg from 'pg';

type Handler = (payload: string) => void;

/** Notifications from all servers on this database, with PostgreSQL's LISTEN and NOTIFY. */
export type Listener = {
  /** Listens on a channel, until the returned function is called. */
  on: (channel: string, handler: Handler) => () => void;
  /** Called when notifications may have been missed: after a reconnect. */
  onGap: (handler: () => void) => () => void;
  /** False while notifications may be missed. */
  isLive: () => boolean;
  close: () => Promise<void>;
};

/** Interval and timeout of checks, which detect half-open connections. */
const HEARTBEAT_MS = 2000;
const RECONNECT_MS = 500;

const listenTo = (channel: string) => `LISTEN ${pg.escapeIdentifier(channel)}`;

/** Listens on a dedicated connection, and reconnects whenever it is lost. */
export async function openListener(url: string): Promise<Listener> {
  const handlers = new Map<string, Set<Handler>>();
  const gapHandlers = new Set<() => void>();
  let client: pg.Client | null = null;
  /** Queue of statements, since a connection runs one at a time. */
  let queue = Promise.resolve();
  /** Number of pending LISTENs. */
  let pending = 0;
  let isClosed = false;
  let heartbeat: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  function dropConnection(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    clearInterval(heartbeat);
    lost.end().catch(() => undefined);
    if (!isClosed) retry = setTimeout(() => reconnect(), RECONNECT_MS);
  }

  function runStatement(target: pg.Client, statement: string): Promise<void> {
    queue = queue.then(async () => {
      if (client === target) await target.query(statement).catch(() => dropConnection(target));
    });
    return queue;
  }

  async function connect(isReconnect: boolean): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'sayback-listener',
      connectionTimeoutMillis: 5000,
      query_timeout: HEARTBEAT_MS,
    });
    next.on('error', () => dropConnection(next));
    next.on('end', () => dropConnection(next));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const handle of handlers.get(channel) ?? []) handle(payload);
    });
    try {
      await next.connect();
      // The loop includes channels added meanwhile, since a Map's iterator is live.
      for (const channel of handlers.keys()) await next.query(listenTo(channel));
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) return void next.end();
    if (isReconnect) for (const handle of gapHandlers) handle();
    client = next;
    heartbeat = setInterval(() => runStatement(next, 'SELECT 1'), HEARTBEAT_MS);
    heartbeat.unref();
  }

  const reconnect = () =>
    connect(true).catch(() => {
      if (!isClosed) retry = setTimeout(() => reconnect(), RECONNECT_MS);
    });

  function startListening(channel: string): void {
    if (!client) return;
    pending += 1;
    void runStatement(client, listenTo(channel)).finally(() => {
      pending -= 1;
    });
  }

  await connect(false);

  return {
    on(channel, handler) {
      const existing = handlers.get(channel);
      const channelHandlers = existing ?? new Set();
      channelHandlers.add(handler);
      handlers.set(channel, channelHandlers);
      if (!existing) startListening(channel);
      return () => void channelHandlers.delete(handler);
    },
    onGap(handler) {
      gapHandlers.add(handler);
      return () => void gapHandlers.delete(handler);
    },
    isLive: () => client !== null && pending === 0,
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      await client?.end();
    },
  };
}
