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

/** A failure's message may repeat what someone typed, and exceptions hold it too: the status alone says what failed. */
function redacted(span: ReadableSpan): ReadableSpan {
  if (span.status.message === undefined && span.events.length === 0) return span;
  return Object.create(span, { status: { value: { code: span.status.code } }, events: { value: [] } });
}

/**
 * Sends spans without the messages of failures. A collector that is down is told of once, and again when it was back in
 * between; what it should have had is lost.
 */
export function redactingExporter(exporter: SpanExporter, log: (message: string) => void): SpanExporter {
  let isDown = false;
  return {
    export(spans, done) {
      exporter.export(spans.map(redacted), (result) => {
        if (result.error && !isDown) log(`traces could not be handed over: ${result.error.message}`);
        isDown = result.code !== 0;
        // The processor would tell of each failure on its own.
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

export type TraceSettings = { endpoint: string; serviceName: string };

/** Traces of requests, and of what they ask of the database and of outside services. */
export type Telemetry = {
  /** To be registered before routes are added. */
  plugin: FastifyPluginCallback;
  /** Exports the remaining spans, within seconds. */
  close: () => Promise<void>;
};

const EXPORT_MS = 5000;
/** A collector that doesn't answer holds up a server that stops no longer than this. */
const FLUSH_MS = 3000;
/** Spans beyond that are dropped: a collector that is down costs a few megabytes of memory, and no more. */
const QUEUE = 2048;
const LONGEST_TEXT = 2000;

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
    // Statements that insert many rows are long.
    spanLimits: { attributeValueLengthLimit: LONGEST_TEXT },
    spanProcessors: [new BatchSpanProcessor(redactingExporter(exporter, log), { maxQueueSize: QUEUE })],
  });
  provider.register();
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
  const ofCalls = [
    // Skip background work, such as polling for jobs every second.
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    new UndiciInstrumentation({
      requireParentforSpans: true,
      // By host alone: paths and queries hold keys.
      startSpanHook: ({ origin }) => ({ 'url.full': String(origin), 'url.path': '', 'url.query': '' }),
    }),
  ];
  // It patches modules as they are required. `pg` was imported before: its classes are patched in place now.
  createRequire(import.meta.url)('pg');

  return {
    plugin: instrumentation.plugin(),
    async close() {
      for (const each of [instrumentation, ...ofCalls]) each.disable();
      await untilAborted(provider.shutdown(), AbortSignal.timeout(FLUSH_MS)).catch(() => undefined);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
