import { totalmem } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { proxyTrust } from './client-address.ts';
import { limitAddress } from './limit-address.ts';
import { openCounts } from './open-counts.ts';

/** File descriptors reserved for everything else: files, the database, external services. */
const SPARE_DESCRIPTORS = 500;
const MIN_CONNECTIONS = 100;
/** Memory per connection: headers, the parser, and bytes read but not yet consumed. */
const CONNECTION_BYTES = 64 * 1024;

const LOG_INTERVAL_MS = 10_000;

/** Returns the process's descriptor limit; Infinity if unknown. */
function descriptorLimit(): number {
  // Skips the lookup of host names. The types lack this option.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  // The report has 'unlimited' if there is no limit.
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY;
}

/** Returns the memory limit in bytes: the container's or the machine's. */
function memoryLimit(): number {
  // 0 means no limit; a cgroup without one reports 2^64.
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
}

/** Returns the maximum number of connections, as far as descriptors and memory allow. */
export function connectionLimit(descriptors = descriptorLimit(), memory = memoryLimit()): number {
  const max = Math.min(descriptors - SPARE_DESCRIPTORS, Math.floor(memory / CONNECTION_BYTES));
  return Math.max(MIN_CONNECTIONS, max);
}

/**
 * Closes connections over the limit as they arrive. Unlike `maxConnections`, counts those of all listening sockets. Once half
 * of the limit is open, an address with a third of it gets no more while others have any, unless it is a trusted proxy.
 */
export function limitConnections(
  app: FastifyInstance,
  trustProxy: boolean | string,
  limit = connectionLimit(),
): void {
  const isProxy = proxyTrust(trustProxy);
  const counts = openCounts();
  let open = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  app.server.on('connection', (socket) => {
    const ip = socket.remoteAddress ?? '';
    const address = limitAddress(ip);
    const leave = counts.enter(address);
    const own = counts.get(address);
    open += 1;
    socket.once('close', () => {
      open -= 1;
      leave();
    });
    const isGreedy = open > limit / 2 && own > limit / 3 && counts.size() > 1 && !isProxy(ip);
    if (open <= limit && !isGreedy) return;
    socket.destroy();
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    app.log.warn({ open, of_address: own, limit }, 'too many connections: new ones are closed');
  });
}
