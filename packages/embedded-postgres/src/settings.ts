import { totalmem } from 'node:os';

/** Names of PostgreSQL's run-time settings and their values. */
export type Settings = Record<string, string>;

const MIB = 1024 * 1024;

/** Returns settings for the command line, so that no file has to be edited after an upgrade or a move. */
export function serverSettings(port: number, overrides: Settings = {}): Settings {
  return {
    max_connections: '50',
    shared_buffers: `${sharedBuffersMiB()}MB`,
    wal_compression: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...overrides,
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A socket path is limited to 107 bytes, which a deep data folder exceeds.
    unix_socket_directories: '',
  };
}

/** Returns the size of the shared buffers: 128 MiB, or an eighth of the machine's or container's memory if that is less. */
function sharedBuffersMiB(): number {
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  const memory = Math.min(totalmem(), limit);
  return Math.max(8, Math.min(128, Math.floor(memory / 8 / MIB)));
}
