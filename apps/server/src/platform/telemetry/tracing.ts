import { setTimeout as sleep } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { context, propagation, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { discreetExporter } from './discreet-exporter.ts';
import type { Telemetry, TraceSettings } from './telemetry.ts';
import { traceDatabase } from './trace-database.ts';
import { traceFetch } from './trace-fetch.ts';

const EXPORT_MS = 5000;
/** A collector that doesn't answer holds up a server that stops no longer than this. */
const FLUSH_MS = 3000;
/** Spans beyond that are dropped: a collector that is down costs a few megabytes of memory, and no more. */
const QUEUE = 2048;

/** Makes spans and sends them to a collector by OTLP over HTTP. The API's tracer is the process': start it once. */
export function startTracing(
  { endpoint, serviceName }: TraceSettings,
  { version, log }: { version: string; log: (message: string) => void },
): Telemetry {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(discreetExporter(exporter, log), { maxQueueSize: QUEUE })],
  });
  provider.register();
  const tracer = provider.getTracer('sayback');
  const instrumentation = new FastifyOtelInstrumentation({
    // Messages of failed statements repeat the values that they were given.
    recordExceptions: false,
    instrumentHooks: false,
    instrumentHandler: false,
    requestHook: (span, { method, url, routeOptions }) => {
      span.updateName(`${method} ${routeOptions.url ?? 'none'}`);
      // Query strings of signed addresses open media.
      span.setAttribute('url.path', url.split('?')[0] ?? '');
    },
  });
  instrumentation.setTracerProvider(provider);
  const endFetch = traceFetch(tracer);

  return {
    plugin: instrumentation.plugin(),
    traceDatabase: (pool) => traceDatabase(pool, tracer),
    async close() {
      endFetch();
      instrumentation.disable();
      const silence = new AbortController();
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        sleep(FLUSH_MS, undefined, { signal: silence.signal }).catch(() => undefined),
      ]);
      silence.abort();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
