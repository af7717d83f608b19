import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { AppError } from '../errors/app-error.ts';
import { addMetricSources, type Sources } from './metric-sources.ts';

/** Buckets in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30];

let processRegistry: Registry | undefined;

/** Returns the registry of memory, CPU time, event loop and garbage collection: one per process, since its observers can't be closed. */
function getProcessRegistry(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function checkToken(request: FastifyRequest, expected: Buffer): void {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  // Digests have equal lengths, as the constant-time comparison requires.
  if (timingSafeEqual(digest(token), expected)) return;
  throw new AppError('unauthorized', 'auth.metricsToken', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

type MetricsOptions = {
  /** Null disables the metrics. */
  token: string | null;
  sources: Sources;
};

/**
 * Serves `/metrics` in Prometheus format to callers with the token. Labels requests by the pattern of their path, so that ids don't
 * become labels. Doesn't measure event streams.
 */
export function installMetrics(app: FastifyInstance, { token, sources }: MetricsOptions): void {
  if (token === null) return;
  // One registry per server, since the library's default is global, and tests run many servers in one process.
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long responses took, by method, pattern of the path, class of the status and operation.',
    labelNames: ['method', 'route', 'status', 'operation'],
    buckets: BUCKETS,
    registers: [registry],
  });
  addMetricSources(registry, sources);

  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const operation = config.endpoint?.id ?? 'none';
    if (!config.endpoint?.events) {
      duration.observe({ method: request.method, route, status, operation }, reply.elapsedTime / 1000);
    }
    done();
  });

  const expected = digest(token);
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    checkToken(request, expected);
    const merged = Registry.merge([registry, getProcessRegistry()]);
    return reply
      .header('cache-control', 'no-store')
      .type(merged.contentType)
      .send(await merged.metrics());
  });
}
