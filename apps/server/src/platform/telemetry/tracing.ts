import { createRequire } from 'node:module';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { context, propagation, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { FastifyPluginCallback } from 'fastify';
import { untilAborted } from '../until-aborted.ts';

/** Removes everything about an error except its status, since messages and exceptions can contain user input. */
function redact(span: ReadableSpan): ReadableSpan {
  if (span.status.message === undefined && span.events.length === 0) return span;
  return Object.create(span, { status: { value: { code: span.status.code } }, events: { value: [] } });
}

/**
 * Exports spans without error messages. An unreachable collector is logged once, and again after a recovery; its spans are
 * lost.
 */
export function createRedactingExporter(
  exporter: SpanExporter,
  log: (message: string) => void,
): SpanExporter {
  let isDown = false;
  return {
    export(spans, done) {
      exporter.export(spans.map(redact), (result) => {
        if (result.error && !isDown) log(`traces could not be exported: ${result.error.message}`);
        isDown = result.code !== 0;
        // Report success, since the processor would log each failure itself.
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

export type TraceSettings = { endpoint: string; serviceName: string };

/** Traces of requests, and of their calls to the database and external services. */
export type Telemetry = {
  /** Plugin that must be registered before the routes. */
  plugin: FastifyPluginCallback;
  /** Exports the remaining spans, within seconds. */
  close: () => Promise<void>;
};

const EXPORT_MS = 5000;
/** Longest time that an unresponsive collector can delay the server's stop. */
const FLUSH_MS = 3000;
/**
 * Maximum number of queued spans. Further ones are dropped, so that an unreachable collector only costs a few megabytes of
 * memory.
 */
const MAX_QUEUE_SIZE = 2048;
const MAX_TEXT_LENGTH = 2000;

/** Exports spans to a collector by OTLP over HTTP. The API's tracer is global, so start it only once. */
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
    // Statements that insert many rows are long.
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor(createRedactingExporter(exporter, log), { maxQueueSize: MAX_QUEUE_SIZE }),
    ],
  });
  provider.register();
  const instrumentation = new FastifyOtelInstrumentation({
    // Messages of failed statements repeat their values.
    recordExceptions: false,
    instrumentHooks: false,
    instrumentHandler: false,
    requestHook: (span, { method, url, routeOptions }) => {
      span.updateName(`${method} ${routeOptions.url ?? 'none'}`);
      // Query strings of signed URLs grant access to media.
      span.setAttribute('url.path', url.split('?')[0] ?? '');
    },
  });
  instrumentation.setTracerProvider(provider);
  const callInstrumentations = [
    // Skip background work, such as polling for jobs every second.
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    new UndiciInstrumentation({
      requireParentforSpans: true,
      // Record only the host, since paths and queries contain keys.
      startSpanHook: ({ origin }) => ({ 'url.full': String(origin), 'url.path': '', 'url.query': '' }),
    }),
  ];
  // Modules are patched when required. `pg` was imported earlier, so requiring it patches its classes in place.
  createRequire(import.meta.url)('pg');

  return {
    plugin: instrumentation.plugin(),
    async close() {
      for (const item of [instrumentation, ...callInstrumentations]) item.disable();
      await untilAborted(provider.shutdown(), AbortSignal.timeout(FLUSH_MS)).catch(() => undefined);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
