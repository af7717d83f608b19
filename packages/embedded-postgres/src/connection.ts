import pg from 'pg';
import { type ClusterPaths, databaseUrl } from './cluster.ts';

/**
 * `ready`: our database responded. `absent`: the server has no such database yet. `starting`: try again later. `unresponsive`: no
 * response in time, or not our server.
 */
export type PingResult = 'ready' | 'absent' | 'starting' | 'unresponsive';

/** Timeout after which a running PostgreSQL counts as unresponsive. */
export const RESPONSE_MS = 2000;

const INVALID_CATALOG_NAME = '3D000';
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Pings a database. SCRAM proves that both sides know the password, so `ready` means that the server of our data folder
 * responded.
 */
export async function pingDatabase(url: string, timeoutMs: number): Promise<PingResult> {
  const client = createClient(url, timeoutMs);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === INVALID_CATALOG_NAME) return 'absent';
    if (code === CANNOT_CONNECT_NOW) return 'starting';
    return 'unresponsive';
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function createDatabase(port: number, { name }: ClusterPaths, password: string): Promise<void> {
  await queryCluster(port, name, password, `create database ${pg.escapeIdentifier(name)}`);
}

/** Queries the data folder of the PostgreSQL on a port, even if it lacks our database; null if it isn't our server. */
export async function readServedFolder(
  port: number,
  { name }: ClusterPaths,
  password: string,
): Promise<string | null> {
  const rows = await queryCluster(port, name, password, 'show data_directory').catch(() => []);
  return (rows[0]?.data_directory as string | undefined) ?? null;
}

async function queryCluster(
  port: number,
  name: string,
  password: string,
  sql: string,
): Promise<pg.QueryResultRow[]> {
  const client = createClient(databaseUrl(port, name, password, 'postgres'), 10_000);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function createClient(url: string, connectionTimeoutMillis: number): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  client.on('error', () => undefined);
  return client;
}
