import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { AppError } from '../errors/app-error.ts';
import { addMetricSources, type Sources } from './metric-sources.ts';

/** Buckets in seconds: from a cached response to longer than anyone waits. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30];

let ofProcess: Registry | undefined;

/** Memory, processor time, event loop and garbage collection. One registry per process, since its observers can't be closed. */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
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

type Measured = {
  /** Null: no `/metrics`, and nothing is measured. */
  token: string | null;
  sources: Sources;
};

/**
 * Serves `/metrics` in Prometheus format to callers with the token. Requests are labelled by the pattern of their path, so
 * that no id becomes a label. Event streams aren't measured.
 */
export function installMetrics(app: FastifyInstance, { token, sources }: Measured): void {
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
    const all = Registry.merge([registry, processMetrics()]);
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics());
  });
}
