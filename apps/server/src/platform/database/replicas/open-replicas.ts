import pg from 'pg';
import { connectDatabase, type PooledDatabase, type PoolLoad, type Replicas } from '../database.ts';
import { classifyDatabaseError, isTimeout } from '../database-error.ts';
import { createPositionReader } from './log-position.ts';
import {
  describeMismatch,
  followReplica,
  type Identity,
  identify,
  type Replica,
  replicaName,
} from './replica.ts';

/** Timeout for reading the primary's position. */
const POSITION_MS = 1000;
const FIRST_RESPONSE_MS = 3000;
/** Number of connections opened at start, to detect a URL that leads to several nodes. */
const PROBE_CONNECTIONS = 3;

export type ReplicaSettings = {
  urls: readonly string[];
  /** The primary's URL, bypassing any pooler. */
  primaryUrl: string;
  primary: PooledDatabase;
  size: number;
  statementMs: number;
  log: (message: string) => void;
  onError: (error: Error) => void;
};

export type OpenReplicas = Replicas & {
  /** Each replica's name, and whether it is in use. */
  usable: () => Map<string, boolean>;
  /** Number of reads since the start, by the node that responded. */
  reads: () => { replica: number; primary: number };
  load: () => PoolLoad;
  close: () => Promise<void>;
};

/** Opens the replicas. Throws if a URL leads to another database. A replica that doesn't respond is only logged. */
export async function openReplicas(settings: ReplicaSettings): Promise<OpenReplicas> {
  const { urls, primaryUrl, primary, size, statementMs, log, onError } = settings;
  const { pool, close } = connectDatabase(primaryUrl, { size: 1, statementMs: POSITION_MS, onError });
  const readPosition = createPositionReader(pool);
  const counts = { replica: 0, primary: 0 };
  let replicas: Replica[];
  try {
    const identity = await identify(pool);
    for (const url of urls) await checkReplica(url, identity, log);
    replicas = urls.map((url) =>
      followReplica({ url, primary: identity, readPosition, size, statementMs, log }),
    );
  } catch (error) {
    await close();
    throw error;
  }

  let turn = 0;

  /**
   * Chooses the usable replica with the fewest reads in flight, or the next one of several. Returns null unless it has all of
   * the primary's log.
   */
  async function choose(): Promise<Replica | null> {
    turn += 1;
    const rotated = replicas.map((_, n) => replicas[(n + turn) % replicas.length] as Replica);
    const usable = rotated.filter((replica) => replica.isUsable());
    if (usable.length === 0) return null;
    const position = await readPosition().catch(() => null);
    const [first] = usable.sort((a, b) => a.load() - b.load());
    return position && first && (await first.reaches(position)) ? first : null;
  }

  return {
    async read(work) {
      const replica = await choose();
      if (replica) {
        try {
          const result = await replica.run(work);
          counts.replica += 1;
          return result;
        } catch (error) {
          // A statement that timed out would do so on the primary too.
          if (classifyDatabaseError(error, true) === null || isTimeout(error)) throw error;
        }
      }
      counts.primary += 1;
      return work(primary);
    },
    usable: () => new Map(replicas.map((replica) => [replica.name, replica.isUsable()])),
    reads: () => counts,
    load: () => {
      const loads = replicas.map((replica) => replica.pool());
      const sum = (field: keyof PoolLoad) => loads.reduce((total, load) => total + load[field], 0);
      return { total: sum('total'), idle: sum('idle'), waiting: sum('waiting') };
    },
    close: async () => {
      await Promise.all([...replicas.map((replica) => replica.close()), close()]);
    },
  };
}

/** PostgreSQL error codes for a wrong user, password or database. */
const REFUSED = /^(28|3D)/;

async function checkReplica(url: string, primary: Identity, log: (message: string) => void): Promise<void> {
  const name = replicaName(url);
  const refuse = (reason: string) => new Error(`DATABASE_REPLICA_URL: ${name} ${reason}.`);
  const clients = Array.from(
    { length: PROBE_CONNECTIONS },
    () =>
      new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: FIRST_RESPONSE_MS,
        query_timeout: FIRST_RESPONSE_MS,
      }),
  );
  try {
    for (const client of clients) client.on('error', () => undefined);
    await Promise.all(clients.map((client) => client.connect()));
    const identities = await Promise.all(clients.map(identify));
    for (const replica of identities) {
      const mismatch = describeMismatch(replica, primary);
      if (mismatch) throw refuse(mismatch);
    }
    if (new Set(identities.map(({ node }) => node)).size > 1)
      throw refuse('leads to several servers. Give each replica’s own address, separated by commas');
    const { rows } = await (clients[0] as pg.Client).query<{ hidden: boolean }>(
      'select count(*) > 0 and count(status) = 0 as hidden from pg_stat_wal_receiver',
    );
    if (rows[0]?.hidden)
      throw refuse(
        'doesn’t show its user the replication state. On the primary, GRANT pg_read_all_stats TO that user',
      );
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (message.startsWith('DATABASE_REPLICA_URL')) throw error;
    if (REFUSED.test(code)) throw refuse(`refuses the connection (${message})`);
    log(`The replica ${name} does not respond (${message}).`);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
